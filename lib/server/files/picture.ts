import "server-only";
import sharp, { type Sharp } from "sharp";
import { refuse } from "@/lib/server/api/errors";
import { HEIC_LIMITS, withPixelsOfHeic } from "./heic";
import { HASH_SIDE_PIXELS, hashOfPixels, THUMBNAIL_SETTINGS } from "./perceptual-hash";
import { type PixelSize, storedSize } from "./stored-size";

/** sharp's names of the formats it decodes. */
const SHARP_FORMATS = { jpeg: "jpeg", png: "png", webp: "webp", avif: "heif" } as const;
/** Picture formats that sharp decodes; HEIC is decoded by libheif. */
export type PictureFormat = keyof typeof SHARP_FORMATS;

/** Maximum number of pixels, above that of phone cameras; each pixel takes four bytes while decoding. */
const MAX_PIXELS = 50_000_000;
/** Minimum shorter side in pixels at which text on a card is readable. */
const MIN_SIDE = 200;
const JPEG_QUALITY = 86;
/** Maximum ratio of the sides; the thumbnail of a longer picture shows only its beginning. */
const MAX_RATIO = 3;

// Disables libvips' caches: each picture is decoded once, so they would only use memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes a picture for storage, so that only its pixels remain. Removes metadata (location, time, camera) and
 * applies the orientation. Also removes other data hidden in the file, so a photo need not be refused because of such data.
 * Keeps the first frame of an animation.
 * @throws 422 if the picture is damaged, too large or too small
 */
export async function reencodePicture(bytes: Buffer, format: PictureFormat) {
  const image = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  return refuseIfDamaged(async () => {
    const { format: found, width = 0, height = 0 } = await image().metadata();
    if (found !== SHARP_FORMATS[format]) throw new Error(`${format} turned out to be ${found}`);
    checkSize({ width, height });
    // Passes the size before the rotation, because swapping width and height does not change the scale.
    return toStoredPicture(image().autoOrient(), { width, height });
  });
}

/** Re-encodes a HEIC picture like `reencodePicture`, decoded by libheif. @throws 422 */
export const reencodeHeic = (bytes: Buffer, limits = HEIC_LIMITS) =>
  withPixelsOfHeic(
    bytes,
    checkSize,
    ({ pixels, width, height, channels }) =>
      toStoredPicture(sharp(pixels, { raw: { width, height, channels } }), { width, height }),
    limits,
  );

/** Refuses a picture that is too small, has too many pixels, or is too long to stay readable. @throws 422 */
function checkSize({ width, height }: PixelSize): void {
  if (Math.min(width, height) < MIN_SIDE)
    throw refuse.file(422, `This picture is too small to read: it needs ${MIN_SIDE} pixels a side or more.`);
  if (width * height > MAX_PIXELS) throw tooManyPixels();
  const stored = storedSize({ width, height });
  if (Math.min(stored.width, stored.height) < MIN_SIDE)
    throw refuse.file(422, "This picture is too long to stay readable. Cut it into parts and send each of them.");
}

async function refuseIfDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw refuse.file(422, "This picture is damaged or not complete. Take or export it again and send that.");
  }
}

async function toStoredPicture(image: Sharp, size: PixelSize) {
  const { width, height } = storedSize(size);
  const side = Math.max(width, height);
  const stored = await encodeForStorage(image.resize(side, side, { fit: "inside", withoutEnlargement: true }));
  const [thumbnail, photoHash] = [await thumbnailOf(stored.bytes), await perceptualHashOf(stored.bytes)];
  return { contentType: "image/jpeg", ...stored, thumbnail, photoHash };
}

async function encodeForStorage(image: Sharp) {
  const { data, info } = await image
    .flatten({ background: "white" })
    .jpeg({ quality: JPEG_QUALITY })
    .timeout({ seconds: 20 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Encodes a page of a PDF (`pdf.ts`) like a stored picture. @param page RGBA, four bytes per pixel */
export const encodePdfPage = ({ pixels, width, height }: { pixels: Uint8Array; width: number; height: number }) =>
  encodeForStorage(sharp(pixels, { raw: { width, height, channels: 4 } }));

/** Returns the thumbnail for lists. Crops a long picture to its beginning. */
export async function thumbnailOf(picture: Buffer): Promise<Buffer> {
  const { side, quality } = THUMBNAIL_SETTINGS;
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const isLong = Math.max(width, height) > MAX_RATIO * Math.min(width, height);
  const cropArea = { left: 0, top: 0, width: Math.min(width, height * 2), height: Math.min(height, width * 2) };
  const cropped = isLong ? sharp(picture).extract(cropArea) : sharp(picture);
  return cropped.resize(side, side, { fit: "inside" }).jpeg({ quality }).toBuffer();
}

/** Returns the perceptual hash, which is used to find similar pictures. */
const perceptualHashOf = async (picture: Buffer) =>
  hashOfPixels(
    await sharp(picture).greyscale().resize(HASH_SIDE_PIXELS, HASH_SIDE_PIXELS, { fit: "fill" }).raw().toBuffer(),
  );

const tooManyPixels = () =>
  refuse.file(422, "This picture has more than 50 million pixels. Send it smaller; 12 million are plenty.");
