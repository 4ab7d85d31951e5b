import "server-only";
import sharp from "sharp";
import { refuse } from "@/lib/server/errors";
import { LOOK_SIDE, lookOfPixels, THUMBNAIL } from "./look";

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
const ZIP_END = Buffer.from("PK\u0005\u0006");
/** Where an archive has its end, comment included. */
const ZIP_TAIL = 65_557;

/**
 * A picture as it is kept: drawn anew, so that nothing but its pixels is left of what was sent. Metadata is gone (place,
 * time, camera), the turn that it asked for is applied.
 * @throws 422 when it cannot be read whole, is too large or too small to look at, or is something else besides.
 */
export async function redraw(bytes: Buffer, format: PictureFormat) {
  if (SMUGGLED.test(bytes.toString("latin1")) || bytes.subarray(-ZIP_TAIL).includes(ZIP_END))
    throw refuse.file(422, "This file is a picture and something else at once. Take the photo again and send that.");
  const image = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" });
  try {
    const { format: found, width = 0, height = 0 } = await image().metadata();
    if (found !== format) throw new Error(`${format} turned out to be ${found}`);
    if (Math.min(width, height) < LEAST_SIDE)
      throw refuse.file(422, `This picture is too small to read: it needs ${LEAST_SIDE} pixels a side or more.`);
    if (width * height > MOST_PIXELS) throw tooManyPixels();
    const kept = await image()
      .autoOrient()
      .resize(KEPT_SIDE, KEPT_SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .jpeg({ quality: KEPT_QUALITY })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true });
    return {
      contentType: PICTURE_TYPES.jpeg,
      bytes: kept.data,
      width: kept.info.width,
      height: kept.info.height,
      ...(await glanceOf(kept.data)),
    };
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw refuse.file(422, "This picture is damaged or not complete. Take or export it again and send that.");
  }
}

/** What stands for a picture in lists and in the search for others like it. */
async function glanceOf(picture: Buffer) {
  const { side, quality } = THUMBNAIL;
  const thumbnail = await sharp(picture).resize(side, side, { fit: "inside" }).jpeg({ quality }).toBuffer();
  const pixels = await sharp(picture).greyscale().resize(LOOK_SIDE, LOOK_SIDE, { fit: "fill" }).raw().toBuffer();
  return { thumbnail, look: lookOfPixels(pixels) };
}

const tooManyPixels = () =>
  refuse.file(422, "This picture has more than 50 million pixels. Send it smaller; 12 million are plenty.");
