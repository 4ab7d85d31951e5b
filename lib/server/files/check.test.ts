import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { makeBillPdf, makeJpeg, makePdf, makePicture, makePrintedPdf } from "@/lib/server/testing/pictures";
import { checkFile } from "./check";

const makeFile = (bytes: Buffer, name = "card.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type });
const checkBytes = (bytes: Buffer, name?: string, type?: string) => checkFile(makeFile(bytes, name, type));

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await makeJpeg(1);
});

describe("accepts an upload:", () => {
  it.each(["jpeg", "png", "webp"] as const)("%s by its content, regardless of its name and header", async (format) => {
    const bytes = await (await makePicture(2))[format]().toBuffer();
    const checked = await checkBytes(bytes, "paper.pdf", "application/pdf");
    expect(checked).toMatchObject({ contentType: "image/jpeg", width: 600, height: 720 });
    expect((await sharp(checked.bytes).metadata()).format).toBe("jpeg");
    expect(Math.max(...(await sizeOf(checked.thumbnail)))).toBe(128);
    expect(checked.photoHash?.fine).toMatch(/^[01]{256}$/);
  });

  it("accepts an uploaded photo, removes its location and camera data, and applies its orientation", async () => {
    const gpsData = { IFD0: { Make: "SpyCam" }, IFD3: { GPSLatitude: "4/1 57/1 0/1", GPSLatitudeRef: "N" } };
    const sent = await (await makePicture(3)).withExif(gpsData).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const { bytes, width, height } = await checkBytes(sent);
    const storedMetadata = await sharp(bytes).metadata();
    expect([
      storedMetadata.exif,
      storedMetadata.xmp,
      storedMetadata.iptc,
      storedMetadata.icc,
      storedMetadata.orientation,
    ]).toEqual(Array(5).fill(undefined));
    expect(bytes.includes("SpyCam")).toBe(false);
    expect([width, height]).toEqual([720, 600]);
  });

  it("accepts a large uploaded photo, and reduces it to 3,000 pixels on the longer side", async () => {
    const largePicture = await (await makePicture(4))
      .resize(6_000, 4_000, { fit: "fill" })
      .jpeg({ quality: 40 })
      .toBuffer();
    expect(await checkBytes(largePicture)).toMatchObject({ width: 3_000, height: 2_000 });
  });

  it("accepts an uploaded PDF unchanged, and renders its pages as pictures", async () => {
    const sent = await makePrintedPdf(2);
    const { bytes, pages, ...checked } = await checkBytes(sent);
    expect(bytes.equals(sent)).toBe(true);
    expect(checked).toMatchObject({ contentType: "application/pdf", width: 1414, height: 2000, photoHash: null });
    expect(Math.max(...(await sizeOf(checked.thumbnail)))).toBe(128);
    expect(await Promise.all(pages.map((page) => sizeOf(page.bytes)))).toEqual([
      [1414, 2000],
      [1414, 2000],
    ]);
  });

  it.each([
    ["with a script", () => makePdf({ objects: "4 0 obj\n<< /S /JavaScript /JS (1) >>\nendobj" })],
    ["that hides a script", () => makePdf({ objects: "4 0 obj\n<< /S /J#61vaScript >>\nendobj" })],
    ["that starts programs", () => makePdf({ objects: "4 0 obj\n<< /S /Launch >>\nendobj" })],
    ["with a file inside", () => makePdf({ objects: "4 0 obj\n<< /Type /EmbeddedFile >>\nendobj" })],
    ["with compressed objects", () => makePdf({ objects: packedPdf("<< /S /JavaScript /JS (1) >>") })],
  ])("accepts the upload of a PDF %s, and shows only its pages", async (_what, make) => {
    expect((await checkBytes(make())).pages).toHaveLength(1);
  });
});

describe("refuses an upload:", () => {
  const refusal = (bytes: Buffer, name?: string) =>
    checkBytes(bytes, name).then(
      () => null,
      (error: { status: number; message: string }) => [error.status, error.message],
    );

  it.each<[string, number, RegExp, () => Buffer | Promise<Buffer>]>([
    ["an empty file", 422, /empty/, () => Buffer.alloc(0)],
    ["a file of 10 MB and one byte", 413, /larger than 10 MB/, () => Buffer.alloc(10_000_001, 0xff)],
    ["SVG", 415, /a drawing/, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ["HTML", 415, /a web page/, () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a program", 415, /a program/, () => Buffer.from("\x7fELF".padEnd(400, "x"))],
    ["a JPEG signature before text", 422, /damaged/, () => Buffer.from("\xff\xd8\xff\xe0 hello".padEnd(900), "latin1")],
    ["a truncated JPEG", 422, /damaged/, () => jpeg.subarray(0, jpeg.length / 2)],
    ["a truncated PNG", 422, /damaged/, async () => firstHalf(await (await makePicture(6)).png().toBuffer())],
    ["a truncated WebP", 422, /damaged/, async () => firstHalf(await (await makePicture(6)).webp().toBuffer())],
    ["a small file that decodes to too many pixels", 422, /50 million pixels/, () => hugePicture()],
    ["a picture of 200 × 60,000 pixels", 422, /too long to stay readable/, () => blankPicture(200, 60_000)],
    [
      "a picture of 190 × 400 pixels",
      422,
      /too small/,
      async () => (await makePicture(7, { width: 190, height: 400 })).jpeg().toBuffer(),
    ],
    ["a truncated PDF", 422, /not complete/, () => makePdf().subarray(0, 150)],
    ["HTML before a PDF", 415, /a web page/, () => makeBillPdf({ before: "<html><script>alert(1)</script></html>\n" })],
    [
      "an archive before a PDF",
      415,
      /a ZIP archive/,
      () => makeBillPdf({ before: "PK\x03\x04\x14\0\0\0\0\0bill.pdf" }),
    ],
    ["a PDF header behind 1,024 bytes", 415, /plain text/, () => makeBillPdf({ before: "x".repeat(1_025) })],
    ["a PDF with a password", 422, /password/, () => makePrintedPdf(1, { userPassword: "closed" })],
    ["a PDF of 21 pages", 422, /more than 20 pages/, () => makePrintedPdf(21)],
  ])("refuses an upload: %s", async (_what, status, words, make) => {
    expect(await refusal(await make())).toEqual([status, expect.stringMatching(words)]);
  });

  it.each(["../../etc/passwd", "a\\b.jpg", "a\r\nx: y.jpg", "a\0.jpg", "..", `${"x".repeat(252)}.jpg`, "\ud800.jpg"])(
    "refuses an upload: the name %j",
    async (name) => {
      // Sets the name as an HTTP request would, because the constructor of File may repair it.
      const sent = Object.defineProperty(makeFile(jpeg), "name", { value: name });
      await expect(checkFile(sent)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/Rename/) });
    },
  );
});

const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const sizeOf = async (image: Buffer) => {
  const { width, height } = await sharp(image).metadata();
  return [width, height];
};

const blankPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "white" } })
    .png()
    .toBuffer();
/** White picture of 64 megapixels, compressed to a few kB. */
const hugePicture = () => blankPicture(8_000, 8_000);

function packedPdf(objects: string) {
  const body = deflateSync(Buffer.from(`5 0 ${objects}`)).toString("latin1");
  return `4 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\nendobj`;
}
