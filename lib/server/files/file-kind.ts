// biome-ignore-all lint/suspicious/noControlCharactersInRegex: signatures of files have control characters
/** Kinds of files that may be uploaded. */
export type FileKind = "jpeg" | "png" | "webp" | "avif" | "heic" | "pdf";

const HEAD_BYTES = 1_024;
/** Marks a PDF anywhere in its first 1,024 bytes, because mail programs and scanners add bytes before it. */
const PDF_HEADER = "%PDF";
const HTML_MARKUP = /<(?:script|html|svg|iframe|body|!doctype|\?php)\b/i;

const toLatin1 = (bytes: Buffer, from = 0, to = HEAD_BYTES) => bytes.toString("latin1", from, to);

/** Detects a file's kind by its first bytes, not by its name. @returns null for a kind that is not accepted */
export function fileKindOf(bytes: Buffer): FileKind | null {
  const head = toLatin1(bytes);
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return "webp";
  const brands = brandsOf(head);
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return "avif";
  if (brands.some((brand) => /^(?:he[iv][cxms]|mif1|msf1)$/.test(brand))) return "heic";
  // Refuses a file that starts like an unsupported kind even if it contains a PDF, because PDFs are served unchanged.
  return head.includes(PDF_HEADER) && !unsupportedKindOf(bytes) ? "pdf" : null;
}

/** Returns the brands of an ISO container (HEIC, AVIF, MP4, MOV), the main one first. */
function brandsOf(head: string): string[] {
  if (!head.startsWith("ftyp", 4)) return [];
  const size = Math.min(head.length, ((head.charCodeAt(2) || 0) << 8) | (head.charCodeAt(3) || 0));
  const [main = "", , ...others] = head.slice(8, size).match(/[\s\S]{4}/g) ?? [];
  return [main, ...others];
}

/** An unsupported kind of file, and the kind to send instead. */
type UnsupportedKind = { what: string; instead: string };

const ADVISE_PDF = "Save or export it as a PDF and send that";
const ADVISE_JPEG = "Save it as a JPEG or PNG and send that";
const ADVISE_UNPACK = "Unpack it and send the photo or PDF that is in it";

const SIGNATURES: [RegExp, string, string][] = [
  [/^GIF8[79]a/, "a GIF picture", ADVISE_JPEG],
  [/^(?:II\*\0|MM\0\*|II\+\0|MM\0\+)/, "a TIFF or raw camera picture", "Save it as a JPEG, PNG or PDF and send that"],
  [/^BM[\s\S]{4}\0\0\0\0/, "a BMP picture", ADVISE_JPEG],
  [/^(?:\xff\x0a|\0\0\0\x0cJXL )/, "a JPEG XL picture", ADVISE_JPEG],
  [/^(?:\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/, "a JPEG 2000 picture", ADVISE_JPEG],
  [/^8BPS/, "a Photoshop picture", ADVISE_JPEG],
  [/^\0\0\0?[\s\S]{1,2}ftyp(?:crx )/, "a raw camera picture", ADVISE_JPEG],
  [/^[\s\S]{4}ftyp(?:M4A|M4B|M4P)/, "a sound file", "Send a photo or a PDF"],
  [
    /^(?:[\s\S]{4}(?:ftyp|moov|mdat|wide)|\x1a\x45\xdf\xa3|RIFF[\s\S]{4}AVI |\0\0\x01[\xb3\xba]|FLV\x01)/,
    "a video",
    "Send a photo instead. Of a Live Photo, share the still photo",
  ],
  [/^(?:ID3|OggS|fLaC|#!AMR|RIFF[\s\S]{4}WAVE|\xff[\xfb\xf3\xf2\xf1\xf9])/, "a sound file", "Send a photo or a PDF"],
  [/^(?:Rar!\x1a|7z\xbc\xaf\x27|\x1f\x8b|BZh[1-9]|\xfd7zXZ)/, "an archive", ADVISE_UNPACK],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, "an old Word or Excel document", ADVISE_PDF],
  [/^\{\\rtf/, "a text document (RTF)", ADVISE_PDF],
  [/^(?:\x7fELF|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|MZ[\s\S]*PE\0\0)/, "a program", "Send a photo or a PDF"],
];

/** Documents that are ZIP archives, detected by the name of a contained file. */
const ZIP_DOCUMENTS: [string, string][] = [
  ["word/", "a Word document"],
  ["xl/", "an Excel workbook"],
  ["ppt/", "a PowerPoint presentation"],
  ["application/vnd.oasis.opendocument", "a LibreOffice document"],
  ["Index/Document.iwa", "a Pages, Numbers or Keynote document"],
];

/** Detects a kind of file that is not accepted. @returns null for an unknown kind, and for a PDF with plain text before its header */
export function unsupportedKindOf(bytes: Buffer): UnsupportedKind | null {
  const head = toLatin1(bytes);
  const found = SIGNATURES.find(([start]) => start.test(head));
  if (found) return { what: found[1], instead: found[2] };
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) {
    const document = ZIP_DOCUMENTS.find(([name]) => bytes.includes(name));
    return document ? { what: document[1], instead: ADVISE_PDF } : { what: "a ZIP archive", instead: ADVISE_UNPACK };
  }
  const header = head.indexOf(PDF_HEADER);
  const before = header < 0 ? head : head.slice(0, header);
  if (/<svg\b/i.test(before)) return { what: "a drawing (SVG)", instead: ADVISE_JPEG };
  if (HTML_MARKUP.test(before)) return { what: "a web page (HTML)", instead: "Print it to a PDF and send that" };
  if (header >= 0) return null;
  if (head.startsWith("%!PS")) return { what: "a PostScript document", instead: ADVISE_PDF };
  if (/^(?:[\w-]+: [^\r\n]*\r?\n){2}/.test(head)) return { what: "an e-mail", instead: "Send the file attached to it" };
  return isPlainText(bytes) ? { what: "plain text", instead: ADVISE_PDF } : null;
}

function isPlainText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(toLatin1(head, 0, 2));
  return isUtf16 || !head.some((byte) => byte === 0x7f || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13));
}
