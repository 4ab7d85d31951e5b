import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { makeHeic } from "@/lib/server/testing/heic";
import { checkFile } from "./check";
import { fileKindOf } from "./file-kind";

const paddedBytes = (text: string) => Buffer.from(text.padEnd(64, "\0"), "latin1");
const zipWith = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from("x")]))));
const isoContainer = (...brands: string[]) => {
  const [main = "", ...others] = brands;
  return paddedBytes(`\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${main}\0\0\0\0${others.join("")}`);
};

describe("detects by the first bytes", () => {
  it.each([
    ["heic", makeHeic()],
    ["heic", isoContainer("mif1", "mif1", "heic", "miaf")],
    ["heic", isoContainer("msf1", "hevc")],
    ["avif", isoContainer("avif", "mif1", "miaf")],
    ["avif", isoContainer("mif1", "avif")],
    ["pdf", paddedBytes("%PDF-1.4")],
    ["pdf", paddedBytes("\ufeff junk %PDF-1.4")],
    ["jpeg", paddedBytes("\xff\xd8\xff\xe0 %PDF-1.4")],
  ])("fileKindOf detects the kind %s by the file's first bytes", (kind, bytes) => expect(fileKindOf(bytes)).toBe(kind));
});

describe("names an unsupported file kind, and what to send instead", () => {
  it.each([
    [
      "a Word document",
      zipWith("[Content_Types].xml", "word/document.xml"),
      /a Word document\. Save or export it as a PDF/,
    ],
    [
      "an Excel workbook",
      zipWith("[Content_Types].xml", "xl/workbook.xml"),
      /an Excel workbook\. Save or export it as a PDF/,
    ],
    ["an old Word document", paddedBytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), /an old Word or Excel document/],
    ["a ZIP archive", zipWith("bill.pdf"), /a ZIP archive\. Unpack it/],
    ["a RAR archive", paddedBytes("Rar!\x1a\x07"), /an archive\. Unpack it/],
    ["a video of an iPhone", isoContainer("qt  ", "qt  "), /a video\. .*share the still photo/],
    ["an MP4 video", isoContainer("isom", "isom", "mp42"), /a video/],
    ["a WebM video", paddedBytes("\x1a\x45\xdf\xa3"), /a video/],
    ["a voice message", paddedBytes("OggS"), /a sound file/],
    ["a GIF", paddedBytes("GIF89a"), /a GIF picture\. Save it as a JPEG or PNG/],
    ["a TIFF", paddedBytes("II*\0"), /a TIFF or raw camera picture\. Save it as a JPEG, PNG or PDF/],
    ["a BMP", paddedBytes("BM\x36\x10\0\0\0\0\0\0"), /a BMP picture/],
    ["an e-mail", Buffer.from("From: a@b.c\r\nSubject: bill\r\n\r\nhello"), /an e-mail\. Send the file attached/],
    ["plain text", Buffer.from("dear officer, here is my card"), /plain text/],
    ["text of Windows", Buffer.from("\ufeffdear officer", "utf16le"), /plain text/],
    ["400 zero bytes", Buffer.alloc(400), /no photo and no PDF.*Send a JPEG/],
  ])("the refusal of an unsupported file states its kind and what to send instead: %s", async (_what, bytes, words) => {
    const sent = new File([new Uint8Array(bytes)], "card.jpg", { type: "image/jpeg" });
    await expect(checkFile(sent)).rejects.toMatchObject({ status: 415, message: expect.stringMatching(words) });
  });
});
