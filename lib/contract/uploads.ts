import { z } from "zod";
import { instant } from "./common";

/** A file that waits for the request or report that uses it. */
export const upload = z.object({
  id: z.string(),
  content_type: z.string(),
  size: z.int(),
  /** Pixels, of a PDF's first page. */
  width: z.int(),
  height: z.int(),
  /** Of a PDF; 1 for a picture. */
  pages: z.int(),
  /** Until when it can be used. */
  expires_at: instant,
});
export type Upload = z.infer<typeof upload>;

/** Of a document's call: the page that is wanted, from 1. */
export const pageOfDocument = { page: z.coerce.number<string | number>().int().min(1).max(1_000).default(1) };

/** What a document says of itself. */
export const documentFacts = {
  /** Of the file as it was sent, which `originalDocument` hands out: `document` answers with a picture of a page. */
  content_type: z.string(),
  /** Pixels of the first page; 0 while there are no pages. */
  width: z.int(),
  height: z.int(),
  /**
   * 1 for a picture. 0 for a PDF that came before pages were drawn and that nobody has looked at since: asking for
   * its first page draws them all.
   */
  pages: z.int(),
};

/** The body of a call whose body is a file. */
export const fileBody = z.instanceof(File, { error: "Send the file itself as the body." });

/** The answer of a call that gives a file. */
export const file = z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) });
