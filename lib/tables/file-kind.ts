import { unzipSync } from "fflate";
import { decodeText, detectUnicode } from "./encoding";
import { SAVE_AS_HINT, TableError } from "./table-error";

const decodeLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
/** Searches a legacy Office file (compound file) for a name, stored in UTF-16. */
const compoundContains = (bytes: Uint8Array, name: string) =>
  new TextDecoder("utf-16le").decode(bytes.subarray(0, bytes.length - (bytes.length % 2))).includes(name);

/** Detects by content whether a file is text or an Excel workbook. @throws TableError that names another format */
export function detectFileKind(bytes: Uint8Array): "text" | "xlsx" {
  if (bytes.length === 0) throw new TableError("This file is empty.");
  const start = decodeLatin1(bytes.subarray(0, 16));
  if (start.startsWith("PK\x03\x04") || start.startsWith("PK\x05\x06")) return detectZipKind(bytes);
  const name = unsupportedTypeName(start, bytes);
  if (name) throw new TableError(`This is ${name}. ${SAVE_AS_HINT}`);
  return "text";
}

function unsupportedTypeName(start: string, bytes: Uint8Array): string | null {
  if (start.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
    if (compoundContains(bytes, "EncryptedPackage"))
      throw new TableError(`This Excel file is locked with a password. Remove the password in Excel. ${SAVE_AS_HINT}`);
    return compoundContains(bytes, "WordDocument") ? "an old Word document (.doc)" : "an old Excel file (.xls)";
  }
  if (start.startsWith("%PDF")) return "a PDF";
  if (start.startsWith("{\\rtf")) return "a document (.rtf)";
  if (/^(\x89PNG|\xff\xd8\xff|GIF8|RIFF)|^.{4}ftyp/s.test(start)) return "a picture or video";
  if (!detectUnicode(bytes) && bytes.subarray(0, 4_000).includes(0)) return "not a table";
  const text = decodeText(bytes.subarray(0, 400)).trimStart();
  if (/^(<!doctype|<html|<table|<meta|<head)/i.test(text)) return "a web page, whatever its file name says";
  if (/^<\?xml/i.test(text)) return "XML";
  return /^BEGIN:VCARD/i.test(text) ? "a file of contacts (.vcf)" : null;
}

/** Returns "xlsx" for a ZIP archive that is an Excel workbook. @throws TableError for other archives */
function detectZipKind(bytes: Uint8Array): "xlsx" {
  const names = zipEntryNames(bytes);
  const hasEntry = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (hasEntry(/^xl\/workbook\.xml$/)) return "xlsx";
  throw new TableError(`This is ${zipTypeName(hasEntry)}. ${SAVE_AS_HINT}`);
}

function zipTypeName(hasEntry: (pattern: RegExp) => boolean): string {
  if (hasEntry(/^xl\/workbook\.bin$/)) return "an Excel binary workbook (.xlsb)";
  if (hasEntry(/\.iwa$|^Index\.zip$/)) return "a Numbers file (.numbers)";
  if (hasEntry(/^word\//)) return "a Word document (.docx)";
  if (hasEntry(/^ppt\//)) return "a presentation (.pptx)";
  return hasEntry(/^content\.xml$/) ? "an OpenDocument file (.ods)" : "a ZIP archive";
}

function zipEntryNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        names.push(name);
        return false;
      },
    });
  } catch {
    throw new TableError(`This Excel file is damaged or not complete. Open it in Excel. ${SAVE_AS_HINT}`);
  }
  return names;
}
