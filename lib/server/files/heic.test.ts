// Slow: decodes a picture of 45 megapixels.
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makeHeic } from "@/lib/server/testing/heic";
import { reencodeHeic } from "./picture";

/** Returns the name of the tile colour at a point of the picture. */
async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const raw = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = raw;
  if (Math.min(red, green, blue) > 200) return "white";
  return red > 120 ? "red" : green > 120 ? "green" : blue > 120 ? "blue" : "none";
}
const refusalOfHeic = (bytes: Buffer, limits?: Parameters<typeof reencodeHeic>[1]) =>
  reencodeHeic(bytes, limits).then(
    () => null,
    (error: { status: number; message: string }) => [error.status, error.message],
  );

describe("decodes a HEIC file:", () => {
  it("decodes a HEIC file with a single picture, and keeps its pixels as a JPEG", async () => {
    const { bytes, width, height, contentType, thumbnail, photoHash } = await reencodeHeic(makeHeic());
    expect({ width, height, contentType }).toEqual({ width: 256, height: 256, contentType: "image/jpeg" });
    const quadrantColours = [
      colourAt(bytes, 60, 60),
      colourAt(bytes, 190, 60),
      colourAt(bytes, 60, 190),
      colourAt(bytes, 190, 190),
    ];
    expect(await Promise.all(quadrantColours)).toEqual(["red", "blue", "green", "white"]);
    expect((await sharp(thumbnail).metadata()).width).toBe(128);
    expect(photoHash.fine).toMatch(/^[01]{256}$/);
  });

  it("decodes a HEIC picture that consists of tiles, as iPhones store it", async () => {
    const { bytes, width, height } = await reencodeHeic(makeHeic({ columns: 3, rows: 2 }));
    expect([width, height]).toEqual([768, 512]);
    expect(await Promise.all([colourAt(bytes, 572, 60), colourAt(bytes, 60, 316)])).toEqual(["red", "red"]);
    expect(await colourAt(bytes, 702, 446)).toBe("white");
  });

  it("applies the rotation of a HEIC file to its pixels", async () => {
    const { bytes, width, height } = await reencodeHeic(makeHeic({ columns: 2, rows: 1, turns: 1 }));
    expect([width, height]).toEqual([256, 512]);
    expect(await Promise.all([colourAt(bytes, 60, 60), colourAt(bytes, 60, 190)])).toEqual(["blue", "red"]);
  });

  it("reduces a HEIC picture of 45 megapixels to 3,000 pixels on the longer side", async () => {
    const { bytes, width, height } = await reencodeHeic(makeHeic({ columns: 30, rows: 23 }));
    expect([width, height]).toEqual([3_000, 2_300]);
    expect(await colourAt(bytes, 20, 20)).toBe("red");
  });
});

describe("refuses a HEIC file with", () => {
  const stubFile = Buffer.concat([makeHeic().subarray(0, 28), Buffer.alloc(1_000, 1)]);
  const halfFile = makeHeic().subarray(0, 400);

  it.each([
    ["only a header", stubFile],
    ["half a file", halfFile],
    ["a picture smaller than claimed", makeHeic({ claims: { width: 512, height: 512 } })],
    ["a picture larger than claimed", makeHeic({ claims: { width: 200, height: 200 } })],
    ["a grid whose tiles are missing", makeHeic({ columns: 2, rows: 2 }).subarray(0, -180)],
  ])("refuses a HEIC file with %s, and explains how to send a JPEG", async (_what, bytes) => {
    const words =
      /^This iPhone photo \(HEIC\) is damaged or not complete\. .*Settings > Camera > Formats > Most Compatible/;
    expect(await refusalOfHeic(bytes)).toEqual([422, expect.stringMatching(words)]);
  });

  it.each([
    ["more than 50 million pixels in the grid", { columns: 31, rows: 31 }],
    ["a claim of 30,000 by 30,000 pixels", { claims: { width: 30_000, height: 30_000 } }],
  ])("refuses a HEIC file with %s, before decoding", async (_what, options) => {
    const started = performance.now();
    expect(await refusalOfHeic(makeHeic(options))).toEqual([422, expect.stringMatching(/50 million pixels/)]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("refuses a HEIC file with a picture that needs more memory than allowed", async () => {
    const limits = { maxMemory: 40 * 1_048_576, milliseconds: 10_000 };
    expect(await refusalOfHeic(makeHeic({ columns: 20, rows: 20 }), limits)).toEqual([
      422,
      expect.stringMatching(/\(HEIC\) takes too much time or memory/),
    ]);
  });

  it("refuses a HEIC file with a picture that takes too long to decode, and decodes the next one", async () => {
    const limits = { maxMemory: 384 * 1_048_576, milliseconds: 1 };
    expect(await refusalOfHeic(makeHeic(), limits)).toEqual([422, expect.stringMatching(/too much time/)]);
    expect(await reencodeHeic(makeHeic())).toMatchObject({ width: 256, height: 256 });
  });
});
