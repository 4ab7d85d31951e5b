import "server-only";
import { v7 as uuid } from "uuid";
import type { UploadedImage } from "@/lib/contract/entries";
import { IMAGE_WIDTHS } from "@/lib/contract/entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Database } from "@/lib/server/db/client";
import { imageSizes, images } from "@/lib/server/db/schema/entries";
import { type CheckedFile, PDF } from "@/lib/server/files/check";
import { dataUri } from "@/lib/server/files/data-uri";
import { inTurn } from "@/lib/server/files/decode-queue";
import { keepFile, type StagedFile, stageFile } from "@/lib/server/files/stored-files";
import type { Size } from "./read-pictures";

const QUALITY = 78;

type Drawn = Size & { staged: StagedFile };
type DrawnPicture = Pick<UploadedImage, "width" | "height"> & { thumbnail: Buffer; sizes: Drawn[] };

/**
 * A picture in the sizes that phones load, none wider than it came, written but not kept yet. The original is kept nowhere.
 * @param db the pool: drawing waits for its turn and the bucket for the network, and no transaction waits with them
 * @returns null when no file was sent
 * @throws 415 for a PDF
 */
export async function drawPicture(
  db: Database,
  _input: unknown,
  file: CheckedFile | null,
): Promise<DrawnPicture | null> {
  if (!file) return null;
  const { thumbnail, width, height } = file;
  if (file.contentType === PDF)
    throw refuse.file(415, "Only pictures can be used here, not a PDF. Send a JPEG, PNG or WebP.");
  const sizes: Drawn[] = [];
  for (const { data, info } of await inTurn(() => sizesOf(file.bytes, width))) {
    const staged = await stageFile(db, { contentType: "image/webp", bytes: data });
    sizes.push({ width: info.width, height: info.height, bytes: data.length, staged });
  }
  return { width, height, thumbnail, sizes };
}

/** Keeps a picture that was drawn. */
export async function uploadImage(
  { tx, admin, audit }: WriteContext,
  drawn: DrawnPicture | null,
): Promise<UploadedImage> {
  if (!drawn) throw refuse.badInput("Send the file itself as the body.");
  const { thumbnail, width, height } = drawn;
  const id = uuid();
  await tx.insert(images).values({ id, width, height, thumbnail, createdBy: admin.id });
  const sizes: Size[] = [];
  for (const { staged, ...size } of drawn.sizes) {
    await tx.insert(imageSizes).values({ imageId: id, ...size, fileId: await keepFile(tx, staged) });
    sizes.push(size);
  }
  audit({ record: { type: "image", id, name: "" }, after: { width, height, bytes: sizes.at(-1)?.bytes ?? 0 } });
  return { id, width, height, sizes, thumbnail: dataUri("image/jpeg", thumbnail) };
}

/** Every standard width below the picture's own, and its own where that is not wider than the widest. */
async function sizesOf(bytes: Buffer, width: number) {
  // Loaded with the first picture: a server that is sent none does without the image library's memory.
  const { default: sharp } = await import("sharp");
  const widest = Math.min(width, IMAGE_WIDTHS.at(-1) ?? width);
  const widths = [...IMAGE_WIDTHS.filter((each) => each < widest), widest];
  return Promise.all(
    widths.map((each) =>
      sharp(bytes)
        .resize(each)
        .webp({ quality: QUALITY })
        .timeout({ seconds: 20 })
        .toBuffer({ resolveWithObject: true }),
    ),
  );
}
