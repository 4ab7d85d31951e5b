import "server-only";
import { createHash } from "node:crypto";
import { UPLOAD_LIMIT } from "@/lib/contract/kyc.values";
import { refuse } from "@/lib/server/api/errors";
import { inTurn } from "./decode-queue";
import { type DrawnPage, pagesOfPdf } from "./pdf";
import type { PerceptualHash } from "./perceptual-hash";
import type { PictureFormat } from "./picture";

/** A file that may be stored: what it is, it says by its content. */
export type CheckedFile = {
  contentType: string;
  bytes: Buffer;
  /** Pixels, of a PDF's first page. */
  width: number;
  height: number;
  /** SHA-256 of `bytes`, hexadecimal. */
  hash: string;
  /** Of a PDF's first page. */
  thumbnail: Buffer;
  /** Null for a PDF. */
  photoHash: PerceptualHash | null;
  /** A PDF's pages as pictures; none for a picture. */
  pages: DrawnPage[];
};

export const PDF = "application/pdf";

/**
 * Takes JPEG, PNG, WebP and PDF, told apart by their first bytes and never by name or header (docs/rules.md, Uploads).
 * Nothing is decoded on the event loop: pictures are by libvips' threads, PDFs by one of their own.
 * @throws 400 for a name that is a path or holds control signs, 413, 415, 422; 503 when too many wait.
 */
export async function checkFile(file: File): Promise<CheckedFile> {
  if (!isName(file.name))
    throw refuse.badInput("The file's name holds a path or signs that no name has. Rename the file and send it again.");
  if (file.size === 0) throw refuse.file(422, "This file is empty. Choose another one.");
  if (file.size > UPLOAD_LIMIT) throw refuse.file(413, "This file is larger than 10 MB. Send a smaller one.");
  const bytes = Buffer.from(await file.arrayBuffer());
  const format = formatOf(bytes);
  if (!format)
    throw refuse.file(415, "This is not a JPEG, PNG, WebP or PDF file, whatever its name says. Send one of those.");
  // Loaded with the first picture: a server that is sent none does without the image library's memory.
  const { redraw, thumbnailOf } = await import("./picture");
  if (format === "pdf") {
    const pages = await pagesOfPdf(bytes);
    const [first] = pages;
    if (!first) throw new Error("A PDF without pages was taken.");
    const { width, height } = first;
    const thumbnail = await thumbnailOf(first.bytes);
    return { contentType: PDF, bytes, width, height, hash: hashOf(bytes), thumbnail, photoHash: null, pages };
  }
  const picture = await inTurn(() => redraw(bytes, format));
  return { ...picture, hash: hashOf(picture.bytes), pages: [] };
}

export const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Never stored; but who sends such a name is up to something. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const isName = (name: string) => name.length <= 255 && name.isWellFormed() && !/[\\/\x00-\x1f\x7f]|^\.\.?$/.test(name);

function formatOf(bytes: Buffer): PictureFormat | "pdf" | null {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, "latin1"));
  if (starts("\xff\xd8\xff")) return "jpeg";
  if (starts("\x89PNG\r\n\x1a\n")) return "png";
  if (starts("RIFF") && starts("WEBP", 8)) return "webp";
  if (starts("%PDF-")) return "pdf";
  return null;
}
