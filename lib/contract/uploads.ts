import { z } from "zod";
import { id, instant } from "./common";

/** An uploaded file that no record uses yet. */
export const upload = z.object({
  id: z.string(),
  content_type: z.string(),
  size: z.int(),
  /** Width in pixels of the picture, or of a PDF's first page. */
  width: z.int(),
  height: z.int(),
  /** Number of pages of a PDF; 1 for a picture. */
  pages: z.int(),
  /** Time until which a new record can use the upload. */
  expires_at: instant,
});
/** An uploaded file that no record uses yet. */
export type UploadedFile = z.infer<typeof upload>;

/** Input of calls that return a document: number of the page, from 1. */
export const documentPageInput = { page: z.coerce.number<string | number>().int().min(1).max(1_000).default(1) };

/** Response fields of a document: its file type, size and pages. */
export const documentFileFields = {
  /** MIME type of the original file, which `originalDocument` returns. The call `document` returns a page as a picture. */
  content_type: z.string(),
  /** Pixels of the first page; 0 if the pages are not rendered yet. */
  width: z.int(),
  height: z.int(),
  /** Number of pages: 1 for a picture, 0 for an old PDF until its first page is requested. */
  pages: z.int(),
};

/** JSON body with the id of a file in the bucket's quarantine, in place of the file itself (docs/documents.md). */
export const directUploadBody = z.strictObject({ direct_upload: id });

/** Body of a call that receives a file: the file itself, or the id of its direct upload. */
export const fileBody = z.union([z.instanceof(File), directUploadBody], {
  error: "Send the file itself as the body.",
});

/** Response of a call that returns a file. */
export const fileResponse = z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) });
