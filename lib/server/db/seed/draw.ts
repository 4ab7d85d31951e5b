import "server-only";
import { spawn } from "node:child_process";
import { programFile } from "@/lib/server/base/program-file";
import {
  HASH_SIDE_PIXELS,
  hashOfPixels,
  type PerceptualHash,
  THUMBNAIL_SETTINGS,
} from "@/lib/server/files/perceptual-hash";

/** A drawn picture as a JPEG, with its thumbnail. `photoHash` is null unless requested. */
export type DrawnImage = { bytes: Buffer; thumbnail: Buffer; photoHash: PerceptualHash | null };
type Result = { id: number; bytes: Buffer; thumbnail: Buffer; pixels: Buffer | null } | { id: number; problem: string };
type PendingDraw = { resolve: (lastId: DrawnImage) => void; reject: (error: Error) => void };

/** How to encode a drawing. `withHash`: true to compute the picture's perceptual hash too. */
type EncodeOptions = { quality: number; blur: number; withHash: boolean };

/** Starts the drawing process. Call `end` to stop it. */
export function startDrawingProcess() {
  const child = spawn(process.execPath, [programFile("lib/server/db/seed/draw-child.mjs")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const pendingById = new Map<number, PendingDraw>();
  let lastId = 0;
  const rejectAll = (error: Error) => {
    for (const { reject } of pendingById.values()) reject(error);
    pendingById.clear();
  };
  child.on("message", (answer: Result) => {
    const pending = pendingById.get(answer.id);
    pendingById.delete(answer.id);
    if ("problem" in answer) pending?.reject(new Error(answer.problem));
    else
      pending?.resolve({
        bytes: Buffer.from(answer.bytes),
        thumbnail: Buffer.from(answer.thumbnail),
        photoHash: answer.pixels && hashOfPixels(Buffer.from(answer.pixels)),
      });
  });
  child.on("error", rejectAll);
  child.on("exit", (code) => rejectAll(new Error(`The process that draws ended with ${code}.`)));
  return {
    draw: (svg: string, { quality, blur, withHash }: EncodeOptions) =>
      new Promise<DrawnImage>((resolve, reject) => {
        const id = lastId++;
        pendingById.set(id, { resolve, reject });
        const hashSide = withHash ? HASH_SIDE_PIXELS : 0;
        child.send(
          { id, svg, blur, quality, thumbnail: THUMBNAIL_SETTINGS, hashSide },
          (error) => error && reject(error),
        );
      }),
    end: () => void child.kill(),
  };
}
