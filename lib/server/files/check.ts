import "server-only";
import { createHash } from "node:crypto";
import { UPLOAD_LIMIT } from "@/lib/contract/kyc.values";
import { refuse } from "@/lib/server/errors";
import { atATime } from "./at-a-time";
import type { Look } from "./look";
import { checkPdf } from "./pdf";
import type { PictureFormat } from "./picture";

/** A file that may be stored: what it is, it says by its content. */
export type CheckedFile = {
  contentType: string;
  bytes: Buffer;
  /** Pixels; 0 for a PDF. */
  width: number;
  height: number;
  /** SHA-256 of `bytes`, hexadecimal. */
  hash: string;
  thumbnail: Buffer | null;
  look: Look | null;
};

/** Decoding takes a core and up to 200 MB each; others wait for their turn. */
const inTurn = atATime(2, 40);

/**
 * Takes JPEG, PNG, WebP and PDF, told apart by their first bytes and never by name or header (quality.md, Uploads).
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
  if (format === "pdf") {
    checkPdf(bytes);
    const contentType = "application/pdf";
    return { contentType, bytes, width: 0, height: 0, hash: hashOf(bytes), thumbnail: null, look: null };
  }
  // Loaded with the first picture: a server that is sent none does without the image library's memory.
  const { redraw } = await import("./picture");
  const picture = await inTurn(() => redraw(bytes, format));
  return { ...picture, hash: hashOf(picture.bytes) };
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
