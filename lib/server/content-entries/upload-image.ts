import "server-only";
import { v7 as uuid } from "uuid";
import type { UploadedImage } from "@/lib/contract/content-entries";
import { IMAGE_WIDTHS } from "@/lib/contract/content-entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Database } from "@/lib/server/db/client";
import { imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { type CheckedFile, PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { dataUri } from "@/lib/server/files/data-uri";
import { limitPictureDecoding } from "@/lib/server/files/picture-queue";
import { type StagedFile, stageFile, storeFile } from "@/lib/server/files/stored-files";
import type { ImageSize } from "./read-pictures";

const WEBP_QUALITY = 78;
const MAX_WIDTH = IMAGE_WIDTHS.at(-1) ?? 0;
/** Maximum width and height of a WebP picture in px. */
const WEBP_SIDE = 16_383;

type StagedSize = ImageSize & { staged: StagedFile };
type DrawnPicture = Pick<UploadedImage, "width" | "height"> & { thumbnail: Buffer; sizes: StagedSize[] };

/**
 * Renders a picture in the sizes that phones load, and stages them for storage. No size is wider than the original. The original is not
 * stored.
 * @param db the pool, because rendering and uploading to the bucket take long and must not keep a transaction open
 * @returns null if no file was sent
 * @throws 415 for a PDF, 422 for a picture longer than WebP allows
 */
export async function renderPicture(
  db: Database,
  _input: unknown,
  file: CheckedFile | null,
): Promise<DrawnPicture | null> {
  if (!file) return null;
  const { thumbnail, width, height } = file;
  if (file.contentType === PDF_MEDIA_TYPE)
    throw refuse.file(415, "Only pictures can be used here, not a PDF. Send a JPEG, PNG, WebP or HEIC.");
  if (height * (Math.min(width, MAX_WIDTH) / width) > WEBP_SIDE)
    throw refuse.file(422, "This picture is too long for a page. Cut it into parts and send each of them.");
  const sizes: StagedSize[] = [];
  for (const { data, info } of await limitPictureDecoding(() => renderSizes(file.bytes, width))) {
    const staged = await stageFile(db, { contentType: "image/webp", bytes: data });
    sizes.push({ width: info.width, height: info.height, bytes: data.length, staged });
  }
  return { width, height, thumbnail, sizes };
}

/** Stores a rendered picture. */
export async function uploadImage(
  { tx, admin, audit }: WriteContext,
  picture: DrawnPicture | null,
): Promise<UploadedImage> {
  if (!picture) throw refuse.badInput("Send the file itself as the body.");
  const { thumbnail, width, height } = picture;
  const id = uuid();
  await tx.insert(images).values({ id, width, height, thumbnail, createdBy: admin.id });
  const sizes: ImageSize[] = [];
  for (const { staged, ...size } of picture.sizes) {
    await tx.insert(imageSizes).values({ imageId: id, ...size, fileId: await storeFile(tx, staged) });
    sizes.push(size);
  }
  audit({ record: { type: "image", id, name: "" }, after: { width, height, bytes: sizes.at(-1)?.bytes ?? 0 } });
  return { id, width, height, sizes, thumbnail: dataUri("image/jpeg", thumbnail) };
}

/**
 * Renders the picture in each standard width that is smaller than the picture, and in the picture's own width. No rendered width exceeds the largest
 * standard width.
 */
async function renderSizes(bytes: Buffer, width: number) {
  // Imports sharp on first use, so that a server without uploads saves the memory of this image library.
  const { default: sharp } = await import("sharp");
  const ownWidth = Math.min(width, MAX_WIDTH);
  const widths = [...IMAGE_WIDTHS.filter((each) => each < ownWidth), ownWidth];
  return Promise.all(
    widths.map((each) =>
      sharp(bytes)
        .resize(each)
        .webp({ quality: WEBP_QUALITY })
        .timeout({ seconds: 20 })
        .toBuffer({ resolveWithObject: true }),
    ),
  );
}
