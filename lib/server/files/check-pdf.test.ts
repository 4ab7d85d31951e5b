import { inflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { makeBillPdf, makePrintedPdf } from "@/lib/server/testing/pictures";
import { checkFile } from "./check";

const checkPdf = (bytes: Buffer) => checkFile(new File([new Uint8Array(bytes)], "bill.pdf"));
const MAIL_HEADER = 'Content-Type: application/pdf; name="bill.pdf"\r\nContent-Transfer-Encoding: binary\r\n\r\n';
const INCREMENTAL_UPDATE =
  "7 0 obj\n<< /Producer (Scanner) >>\nendobj\ntrailer\n<< /Size 8 /Root 1 0 R /Info 7 0 R >>\nstartxref\n0\n%%EOF\n";

/** Page of the reference PDF, rendered as a picture. */
let plainPage: Buffer;
beforeAll(async () => {
  const [page] = (await checkPdf(makeBillPdf())).pages;
  if (!page) throw new Error("No page was drawn.");
  plainPage = page.bytes;
});

it("renders the text of the reference PDF", async () => {
  const { channels } = await sharp(plainPage).stats();
  expect(channels[0]).toMatchObject({ min: 0, max: 255 });
});

describe("renders the same page as the reference PDF for a PDF with", () => {
  it.each([
    ["a byte order mark before the header", { before: "\xef\xbb\xbf" }],
    ["a line end before the header", { before: "\r\n" }],
    ["the header of a mail before the header", { before: MAIL_HEADER }],
    ["900 bytes of junk before the header", { before: "\x80\x13junk \n".repeat(113).slice(0, 900) }],
    ["a PostScript header before the header", { before: "%!PS-Adobe-3.0 ", version: "%PDF-1.7" }],
    ["a header of version 2", { version: "%PDF-2.0" }],
    ["a comment before the end mark", { beforeEnd: "% scanned by the office printer\n" }],
    ["a comment behind the end mark", { after: "\n<!-- generated in 0.2s -->\n" }],
    ["Ctrl-Z behind the end mark", { after: "\x1a" }],
    ["zero bytes behind the end mark", { after: "\0".repeat(16) }],
    ["1,200 spaces behind the end mark", { after: " ".repeat(1_200) }],
    ["4,000 bytes of junk behind the end mark", { after: "\x80\x13junk \n".repeat(500) }],
    ["no end mark", { end: "" }],
    ["an update behind the end mark", { after: INCREMENTAL_UPDATE }],
    ["line ends of an old Mac", { lineEnd: "\r" }],
    ["line ends of Windows", { lineEnd: "\r\n" }],
  ])("renders the same page as the reference PDF for a PDF with %s", async (_what, surroundings) => {
    const sent = makeBillPdf(surroundings);
    const { contentType, bytes, pages } = await checkPdf(sent);
    expect(contentType).toBe("application/pdf");
    expect(bytes.equals(sent)).toBe(true);
    expect(pages).toHaveLength(1);
    expect(await maxDifference(pages[0]?.bytes, plainPage)).toBe(0);
  });

  it("renders the same page as the reference PDF for a PDF with a linearised object table and compressed objects", async () => {
    const { pages } = await checkPdf(inflateSync(Buffer.from(LINEARISED_PDF, "base64")));
    expect(await maxDifference(pages[0]?.bytes, plainPage)).toBe(0);
  });

  it("renders the same page as the reference PDF for a PDF with a password that prevents only changes", async () => {
    expect((await checkPdf(await makePrintedPdf(2, { ownerPassword: "printer" }))).pages).toHaveLength(2);
  });
});

it("keeps a long PDF page readable: 900 pixels wide instead of 167", async () => {
  const longPage = await makePrintedPdf(1, { size: [600, 7_200] });
  expect(await checkPdf(longPage)).toMatchObject({ width: 900, height: 10_800 });
});

/** Returns the largest difference between two pictures in any colour channel. */
async function maxDifference(one: Buffer | undefined, other: Buffer): Promise<number> {
  if (one?.equals(other)) return 0;
  const { data, info } = await sharp(other).raw().toBuffer({ resolveWithObject: true });
  const actual = await sharp(one).raw().toBuffer({ resolveWithObject: true });
  expect(actual.info).toMatchObject({ width: info.width, height: info.height });
  return data.reduce((maximum, value, at) => Math.max(maximum, Math.abs(value - (actual.data[at] ?? 0))), 0);
}

/** `makeBillPdf`'s PDF after qpdf --object-streams=generate --linearize, deflated. */
const LINEARISED_PDF =
  "eNrFk11IFFEUx2e1bBsteqhlJahDuRuu2nzvR4iUq4srpvsxWiDCzs7c3VZ2d2RmLCuC7KUCH1vzoaewJOilr5dehAhhxcQeAnurh0TooRfBt+jOTh8Tm0lQdIfLnTv3nDvn9z/neGJdkTbmuEB65jfvfiZZoEFNj5Lt7UD15YpI0nKXkAIM3gHD+0NA9cAw+NkQMEwIRoAaAD9Q3eaOB6rfNBTNDQcdHSQqKuZd8B8GydlAxItjCKizCZTBGKiYNc4BjwON5PIG0vCalwzUhWRVwVbWGpO0gg6mb1jNjxeKOmC6mIaUnGyoGjAsxgPqDJaCARZPLES0qKAJ/IGFii4JVTWwEw0JoJJYQyxK5YbzllRVg4p2wXB7RhAyQUbmWEEO0gLHB/hAIO3n5ExADiEhKHVsbzFiKq8bGpIK5MQdOa28y6bSqeDuphntZGt4X3xvk/vgqYe9dd6F+V5w1R4lBjd2HDJT9dXnz5NG8jatY1IW6ViCCrglfFgypLyatVWEYHP4ZRaSwPl/5Ir9GSmVSmVSKR8iahauNIwRiHMw9Z37Z11TjW5f4+rOmSNuQnHXfKpm8tt+G1aLBioaOgSsUE/j3EqdqplBGj8cTQOL54hJpGHDb0gJpKvjmoys6ojgW6wXBhi6YoELw6wNC91Uw8YdsHeXBSdsUYh2Yp2Mr1zgRJqNO6NJmonRPB1zRuMrzrbyUrn1gdizuFR+LTrLibE9DmKtXH+zijxY1Q0D6dGkUfgeRiiwRSb6cUHjE003TEB7VE9EGkcSo5n3jx/h+JapVy1xWlzZXO5rHroxRNcu1jW/9K1fF12zvvVdTffnXC2rbyffnPC45p5/qC19vDy7duvetOI9hk9ve0tXS9d494uNyZLjmYMIRg8fqGJgft/RjP9vd3Slbdl/15lEjTcyPdhAOKaIp9s2IHaUNGNCQxmSZfykx9M9ECG/AHxqmQM=";
