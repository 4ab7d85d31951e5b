import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { kindOf } from "./file-kind";
import { makeWorkbook } from "./testing-workbook";

const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const compound = (name: string) => new Uint8Array([...OLD, ...Buffer.alloc(504), ...Buffer.from(name, "utf16le")]);
const zip = (name: string) => zipSync({ [name]: strToU8("x") });

it("distinguishes text and Excel by their content", () => {
  expect(kindOf(strToU8("phone\n0803"))).toBe("text");
  expect(kindOf(new Uint8Array(Buffer.from("\uFEFFphone", "utf16le")))).toBe("text");
  expect(kindOf(makeWorkbook([{ rows: [["Phone"]] }]))).toBe("xlsx");
});

it.each([
  ["an old Excel file (.xls)", compound("Workbook")],
  ["an old Word document (.doc)", compound("WordDocument")],
  ["an Excel binary workbook (.xlsb)", zip("xl/workbook.bin")],
  ["an OpenDocument file (.ods)", zip("content.xml")],
  ["a Numbers file (.numbers)", zip("Index/Document.iwa")],
  ["a Word document (.docx)", zip("word/document.xml")],
  ["a ZIP archive", zip("members.csv")],
  ["a PDF", strToU8("%PDF-1.7")],
  ["a picture or video", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ["a web page, whatever its file name says", strToU8(' <HTML><table border="1">')],
  ["XML", strToU8('<?xml version="1.0"?><Workbook/>')],
  ["a file of contacts (.vcf)", strToU8("BEGIN:VCARD\nTEL:0803")],
  ["not a table", new Uint8Array([1, 2, 0, 3, 0, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9])],
])("refuses a file with a message that names it as %s and suggests other formats", (name, bytes) => {
  expect(() => kindOf(bytes)).toThrow(`This is ${name}. Save it as .xlsx or CSV and choose that file.`);
});

it("reports a locked, damaged or empty file", () => {
  expect(() => kindOf(compound("EncryptedPackage"))).toThrow("This Excel file is locked with a password.");
  expect(() => kindOf(makeWorkbook([{ rows: [["Phone"]] }]).slice(0, 300))).toThrow("This Excel file is damaged");
  expect(() => kindOf(new Uint8Array())).toThrow("This file is empty.");
});
