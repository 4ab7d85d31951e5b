import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { detectFileKind } from "./file-kind";
import { makeWorkbook } from "./testing-workbook";

const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const makeOleFile = (name: string) =>
  new Uint8Array([...OLE_SIGNATURE, ...Buffer.alloc(504), ...Buffer.from(name, "utf16le")]);
const makeZip = (name: string) => zipSync({ [name]: strToU8("x") });

it("distinguishes text files and Excel workbooks by their content", () => {
  expect(detectFileKind(strToU8("phone\n0803"))).toBe("text");
  expect(detectFileKind(new Uint8Array(Buffer.from("\uFEFFphone", "utf16le")))).toBe("text");
  expect(detectFileKind(makeWorkbook([{ rows: [["Phone"]] }]))).toBe("xlsx");
});

it.each([
  ["an old Excel file (.xls)", makeOleFile("Workbook")],
  ["an old Word document (.doc)", makeOleFile("WordDocument")],
  ["an Excel binary workbook (.xlsb)", makeZip("xl/workbook.bin")],
  ["an OpenDocument file (.ods)", makeZip("content.xml")],
  ["a Numbers file (.numbers)", makeZip("Index/Document.iwa")],
  ["a Word document (.docx)", makeZip("word/document.xml")],
  ["a ZIP archive", makeZip("members.csv")],
  ["a PDF", strToU8("%PDF-1.7")],
  ["a picture or video", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ["a web page, whatever its file name says", strToU8(' <HTML><table border="1">')],
  ["XML", strToU8('<?xml version="1.0"?><Workbook/>')],
  ["a file of contacts (.vcf)", strToU8("BEGIN:VCARD\nTEL:0803")],
  ["not a table", new Uint8Array([1, 2, 0, 3, 0, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9])],
])(
  "rejects an unsupported file with an error that identifies it as %s and suggests supported formats",
  (name, bytes) => {
    expect(() => detectFileKind(bytes)).toThrow(`This is ${name}. Save it as .xlsx or CSV and choose that file.`);
  },
);

it("reports a locked, damaged or empty Excel file", () => {
  expect(() => detectFileKind(makeOleFile("EncryptedPackage"))).toThrow("This Excel file is locked with a password.");
  expect(() => detectFileKind(makeWorkbook([{ rows: [["Phone"]] }]).slice(0, 300))).toThrow(
    "This Excel file is damaged",
  );
  expect(() => detectFileKind(new Uint8Array())).toThrow("This file is empty.");
});
