import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { makePdf, makePicture } from "@/lib/server/testing/pictures";
import { checkFile } from "./check";

const checkPicture = (bytes: Buffer) => checkFile(new File([new Uint8Array(bytes)], "photo.jpg"));
const metadataOf = async (bytes: Buffer) => {
  const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata();
  return { exif, xmp, iptc, icc, orientation, comments };
};
const NO_METADATA = Object.fromEntries(
  ["exif", "xmp", "iptc", "icc", "orientation", "comments"].map((name) => [name, undefined]),
);

/** Returns the mean colour of a picture, each channel divided by 16. */
async function colourOf(bytes: Buffer): Promise<number[]> {
  const { channels } = await sharp(bytes).stats();
  return channels.map(({ mean }) => Math.round(mean / 16));
}
const solidPicture = (background: string, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Adds a comment segment to a JPEG. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

describe("re-encodes a picture and keeps only its pixels:", () => {
  const makeJpegBytes = async () => (await makePicture(1)).jpeg().toBuffer();

  it.each<[string, () => Promise<Buffer>]>([
    [
      "a JPEG whose comment names markup",
      async () => withComment(await makeJpegBytes(), "<svg onload=1><html><?php %PDF-1.4"),
    ],
    [
      "a JPEG whose description names markup",
      async () =>
        (await makePicture(1))
          .withExif({ IFD0: { ImageDescription: "How to draw <svg> and <html>" } })
          .jpeg()
          .toBuffer(),
    ],
    [
      "a JPEG with HTML behind its end",
      async () => Buffer.concat([await makeJpegBytes(), Buffer.from("<script>1</script>")]),
    ],
    ["a JPEG with an archive behind its end", async () => Buffer.concat([await makeJpegBytes(), zipEnd])],
    ["a JPEG with a PDF behind its end", async () => Buffer.concat([await makeJpegBytes(), makePdf()])],
    [
      "a JPEG with a gain map behind its end",
      async () => Buffer.concat([await makeJpegBytes(), await makeJpegBytes()]),
    ],
    [
      "a JPEG with a Samsung trailer",
      async () => Buffer.concat([await makeJpegBytes(), Buffer.from("\0\0\x01\x0aImage_UTC_DataSEFT")]),
    ],
    [
      "a PNG with bytes behind its end",
      async () => Buffer.concat([await (await makePicture(1)).png().toBuffer(), Buffer.alloc(5_000, 60)]),
    ],
    ["a WebP", async () => (await makePicture(1)).webp({ quality: 90 }).toBuffer()],
    ["an AVIF", async () => (await makePicture(1)).avif({ effort: 0 }).toBuffer()],
    ["a progressive JPEG", async () => (await makePicture(1)).jpeg({ progressive: true }).toBuffer()],
    ["a PNG of 16 bits", async () => (await makePicture(1)).toColourspace("rgb16").png().toBuffer()],
    [
      "an interlaced PNG in few colours",
      async () => (await makePicture(1)).png({ palette: true, progressive: true }).toBuffer(),
    ],
  ])("re-encodes a picture and keeps only its pixels: %s", async (_what, make) => {
    const { bytes, contentType, width, height } = await checkPicture(await make());
    expect({ contentType, width, height }).toEqual({ contentType: "image/jpeg", width: 600, height: 720 });
    expect(await metadataOf(bytes)).toEqual(NO_METADATA);
    expect(bytes.toString("latin1")).not.toMatch(/<svg|<html|<\?php|<script|%PDF|SEFT/);
    expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const expected = await colourOf(await (await makePicture(1)).removeAlpha().png().toBuffer());
    for (const [at, mean] of (await colourOf(bytes)).entries())
      expect(Math.abs(mean - (expected[at] ?? 99))).toBeLessThanOrEqual(1);
  });

  it.each<[string, (picture: Sharp) => Sharp]>([
    ["a CMYK JPEG", (picture) => picture.toColourspace("cmyk").jpeg({ quality: 95 })],
    ["a grey JPEG", (picture) => picture.greyscale().jpeg()],
  ])("re-encodes a picture and keeps only its pixels: %s, converted to screen colours", async (_what, convert) => {
    const { bytes } = await checkPicture(await convert(solidPicture("#808080")).toBuffer());
    expect((await sharp(bytes).metadata()).space).toBe("srgb");
    for (const channel of await colourOf(bytes)) expect(Math.abs(channel - 8)).toBeLessThanOrEqual(1);
  });

  it("re-encodes an animated WebP, and keeps only the pixels of its first frame", async () => {
    const frameBytes = [solidPicture("#c00000"), solidPicture("#0000c0")].map((frame) => frame.raw().toBuffer());
    const raw = { width: 400, height: 600, channels: 3, pageHeight: 300 } as const;
    const sent = await sharp(Buffer.concat(await Promise.all(frameBytes)), { raw })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(sent).metadata()).pages).toBe(2);
    const { bytes, width, height } = await checkPicture(sent);
    expect([width, height]).toEqual([400, 300]);
    expect(await colourOf(bytes)).toEqual([12, 0, 0]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("stores a photo with orientation %i upright", async (orientation) => {
    const halfPicture = await solidPicture("#ffffff", 400, 150).png().toBuffer();
    const uprightPicture = await solidPicture("#000000")
      .composite([{ input: halfPicture, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const sent = await undoOrientation(sharp(uprightPicture), orientation)
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const { bytes, width, height } = await checkPicture(sent);
    expect([width, height]).toEqual([400, 300]);
    const topPart = await sharp(bytes).extract({ left: 0, top: 0, width: 400, height: 140 }).toBuffer();
    expect(await colourOf(topPart)).toEqual([16, 16, 16]);
  });
});

describe("keeps a long picture readable:", () => {
  const blankPicture = (width: number, height: number) => solidPicture("#ffffff", width, height).png().toBuffer();

  it.each([
    ["a screenshot of a whole chat", [1_080, 12_000], [1_080, 12_000]],
    ["a screenshot of 1,290 × 30,000 pixels", [1_290, 30_000], [829, 19_290]],
    ["a panorama", [12_000, 2_400], [6_000, 1_200]],
    ["a page twice as high as wide", [3_000, 6_000], [1_500, 3_000]],
  ])("keeps a long picture readable: %s", async (_what, [width = 0, height = 0], storedSize) => {
    const checked = await checkPicture(await blankPicture(width, height));
    expect([checked.width, checked.height]).toEqual(storedSize);
  });

  it("keeps a long picture readable: the thumbnail shows its beginning", async () => {
    const darkPicture = await solidPicture("#000000", 500, 500).png().toBuffer();
    const sent = await solidPicture("#ffffff", 500, 6_000)
      .composite([{ input: darkPicture, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const { thumbnail } = await checkPicture(sent);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 64, height: 128 });
    expect(
      await colourOf(await sharp(thumbnail).extract({ left: 0, top: 0, width: 64, height: 60 }).toBuffer()),
    ).toEqual([0, 0, 0]);
  });
});

const zipEnd = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);

/** Rotates the picture so that its orientation tag restores it. */
function undoOrientation(picture: Sharp, orientation: number): Sharp {
  const steps: Record<number, (from: Sharp) => Sharp> = {
    2: (from) => from.flop(),
    3: (from) => from.rotate(180),
    4: (from) => from.flip(),
    5: (from) => from.flop().rotate(270),
    6: (from) => from.rotate(270),
    7: (from) => from.flop().rotate(90),
    8: (from) => from.rotate(90),
  };
  return steps[orientation]?.(picture) ?? picture;
}
