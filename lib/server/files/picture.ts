import "server-only";
import { setImmediate } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { refuse } from "@/lib/server/api/errors";
import { HASH_SIDE, hashOfPixels, THUMBNAIL } from "./perceptual-hash";

export const PICTURE_TYPES = { jpeg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;
export type PictureFormat = keyof typeof PICTURE_TYPES;

/** More than any phone's camera makes; four bytes each while it is decoded. */
const MOST_PIXELS = 50_000_000;
/** Nobody reads a card on fewer. */
const LEAST_SIDE = 200;
/** Longest side of what is kept: the small print of a card stays readable. */
const KEPT_SIDE = 3_000;
const KEPT_QUALITY = 86;

// libvips keeps neither files nor results for later: each picture is seen once, and its caches would stay for ever.
sharp.cache(false);
sharp.concurrency(1);

/** What none of these formats needs, and a file that is two things at once has. */
const SMUGGLED = /<(?:script|html|svg|iframe|body)[\s>]|<!doctype|<\?php|%PDF-1\./i;
/** Bytes that are looked through in one go, some 5 ms, and how far pieces overlap: further than any such word is long. */
const PIECE = 1_048_576;
const OVERLAP = 32;
const ZIP_END = Buffer.from("PK\u0005\u0006");
/** Where an archive has its end, comment included. */
const ZIP_TAIL = 65_557;

/**
 * A picture as it is kept: drawn again, so that nothing but its pixels is left of what was sent. Metadata is gone (place,
 * time, camera), the turn that it asked for is applied.
 * @throws 422 when it cannot be read whole, is too large or too small to look at, or is something else besides.
 */
export async function redraw(bytes: Buffer, format: PictureFormat) {
  if (bytes.subarray(-ZIP_TAIL).includes(ZIP_END) || (await isSmuggling(bytes)))
    throw refuse.file(422, "This file is a picture and something else at once. Take the photo again and send that.");
  const image = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" });
  try {
    const { format: found, width = 0, height = 0 } = await image().metadata();
    if (found !== format) throw new Error(`${format} turned out to be ${found}`);
    if (Math.min(width, height) < LEAST_SIDE)
      throw refuse.file(422, `This picture is too small to read: it needs ${LEAST_SIDE} pixels a side or more.`);
    if (width * height > MOST_PIXELS) throw tooManyPixels();
    const turned = image().autoOrient();
    const kept = await asKept(turned.resize(KEPT_SIDE, KEPT_SIDE, { fit: "inside", withoutEnlargement: true }));
    const [thumbnail, photoHash] = [await thumbnailOf(kept.bytes), await perceptualHashOf(kept.bytes)];
    return { contentType: PICTURE_TYPES.jpeg, ...kept, thumbnail, photoHash };
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw refuse.file(422, "This picture is damaged or not complete. Take or export it again and send that.");
  }
}

async function isSmuggling(bytes: Buffer): Promise<boolean> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (SMUGGLED.test(bytes.toString("latin1", from, from + PIECE + OVERLAP))) return true;
    await setImmediate();
  }
  return false;
}

async function asKept(image: Sharp) {
  const { data, info } = await image
    .flatten({ background: "white" })
    .jpeg({ quality: KEPT_QUALITY })
    .timeout({ seconds: 20 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** A page of a PDF (`pdf.ts`), as a picture is kept. @param page four bytes a pixel: red, green, blue, opacity */
export const pageAsKept = ({ pixels, width, height }: { pixels: Uint8Array; width: number; height: number }) =>
  asKept(sharp(pixels, { raw: { width, height, channels: 4 } }));

/** What stands for a picture in lists. */
export function thumbnailOf(picture: Buffer): Promise<Buffer> {
  const { side, quality } = THUMBNAIL;
  return sharp(picture).resize(side, side, { fit: "inside" }).jpeg({ quality }).toBuffer();
}

/** What stands for a picture in the search for others like it. */
const perceptualHashOf = async (picture: Buffer) =>
  hashOfPixels(await sharp(picture).greyscale().resize(HASH_SIDE, HASH_SIDE, { fit: "fill" }).raw().toBuffer());

const tooManyPixels = () =>
  refuse.file(422, "This picture has more than 50 million pixels. Send it smaller; 12 million are plenty.");
