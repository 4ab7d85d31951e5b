import "server-only";
import { spawn } from "node:child_process";
import path from "node:path";
import { HASH_SIDE, hashOfPixels, type PerceptualHash, THUMBNAIL } from "@/lib/server/files/perceptual-hash";

export type Drawn = { bytes: Buffer; thumbnail: Buffer; photoHash: PerceptualHash | null };
type Answer = { id: number; bytes: Buffer; thumbnail: Buffer; pixels: Buffer | null } | { id: number; problem: string };
type Waiting = { resolve: (drawn: Drawn) => void; reject: (error: Error) => void };

/** How to encode a drawing; `withHash`: also compute its perceptual hash. */
type Wish = { quality: number; blur: number; withHash: boolean };

/** Starts the drawing process. Call `end` to free its memory. */
export function startDrawing() {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/db/seed/draw-child.mjs");
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const waiting = new Map<number, Waiting>();
  let drawn = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.on("message", (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("problem" in answer) asked?.reject(new Error(answer.problem));
    else
      asked?.resolve({
        bytes: Buffer.from(answer.bytes),
        thumbnail: Buffer.from(answer.thumbnail),
        photoHash: answer.pixels && hashOfPixels(Buffer.from(answer.pixels)),
      });
  });
  child.on("error", fail);
  child.on("exit", (code) => fail(new Error(`The process that draws ended with ${code}.`)));
  return {
    draw: (svg: string, { quality, blur, withHash }: Wish) =>
      new Promise<Drawn>((resolve, reject) => {
        const id = drawn++;
        waiting.set(id, { resolve, reject });
        const hashSide = withHash ? HASH_SIDE : 0;
        child.send({ id, svg, blur, quality, thumbnail: THUMBNAIL, hashSide }, (error) => error && reject(error));
      }),
    end: () => void child.kill(),
  };
}
