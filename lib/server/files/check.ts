import "server-only";
import { createHash } from "node:crypto";
import { MAX_UPLOAD_BYTES } from "@/lib/contract/kyc.values";
import { refuse } from "@/lib/server/api/errors";
import { fileKindOf, unsupportedKindOf } from "./file-kind";
import { type RenderedPdfPage, renderPdfPages } from "./pdf";
import type { PerceptualHash } from "./perceptual-hash";
import { limitPictureDecoding } from "./picture-queue";

/** A validated file that may be stored; its type is detected from its content. */
export type CheckedFile = {
  contentType: string;
  bytes: Buffer;
  /** Size in pixels; for a PDF, that of its first page. */
  width: number;
  height: number;
  /** SHA-256 of `bytes`, hexadecimal. */
  hash: string;
  /** Thumbnail; for a PDF, of its first page. */
  thumbnail: Buffer;
  /** Perceptual hash; null for a PDF. */
  photoHash: PerceptualHash | null;
  /** Rendered pages of a PDF; empty for a picture. */
  pages: RenderedPdfPage[];
};

/** Media type of PDF files. */
export const PDF_MEDIA_TYPE = "application/pdf";

/**
 * Validates an upload. Accepts JPEG, PNG, WebP, AVIF, HEIC and PDF, detected by their first bytes, not by name or header
 * (docs/rules.md, Uploads). Decodes nothing on the event loop: libvips uses its own threads, HEIC and PDF a worker thread.
 * @throws 400 for a name that is a path or has control characters; 413; 415; 422; 503 if too many files wait
 */
export async function checkFile(file: File): Promise<CheckedFile> {
  if (!isName(file.name))
    throw refuse.badInput("The file's name contains a path or invalid characters. Rename the file and send it again.");
  if (file.size === 0) throw refuse.file(422, "This file is empty. Choose another one.");
  if (file.size > MAX_UPLOAD_BYTES) throw refuse.file(413, "This file is larger than 10 MB. Send a smaller one.");
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = fileKindOf(bytes);
  if (!kind) throw refuse.file(415, whyNotAccepted(bytes));
  // Imported with the first picture, so that a server without uploads saves the image library's memory.
  const { reencodePicture, reencodeHeic: redrawHeic, thumbnailOf } = await import("./picture");
  if (kind === "pdf") {
    const pages = await renderPdfPages(bytes);
    const [first] = pages;
    if (!first) throw new Error("A PDF without pages was accepted.");
    const { width, height } = first;
    const thumbnail = await thumbnailOf(first.bytes);
    return {
      contentType: PDF_MEDIA_TYPE,
      bytes,
      width,
      height,
      hash: sha256Of(bytes),
      thumbnail,
      photoHash: null,
      pages,
    };
  }
  const picture =
    kind === "heic" ? await redrawHeic(bytes) : await limitPictureDecoding(() => reencodePicture(bytes, kind));
  return { ...picture, hash: sha256Of(picture.bytes), pages: [] };
}

/** Returns the SHA-256 of bytes in hex. */
export const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Returns true for an acceptable file name. File names are never stored, but one with a path or control characters is suspicious. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const isName = (name: string) => name.length <= 255 && name.isWellFormed() && !/[\\/\x00-\x1f\x7f]|^\.\.?$/.test(name);

function whyNotAccepted(bytes: Buffer): string {
  const unsupported = unsupportedKindOf(bytes);
  if (unsupported) return `This is ${unsupported.what}. ${unsupported.instead}.`;
  return "This is no photo and no PDF, whatever its name says. Send a JPEG, PNG, WebP, HEIC, AVIF or PDF file.";
}
