import "server-only";
import { refuse } from "@/lib/server/api/errors";
import { runInDecodeThread } from "./decode-thread";
import { fileKindOf } from "./file-kind";

/** A page of a PDF as a JPEG; size in pixels. */
export type RenderedPdfPage = { bytes: Buffer; width: number; height: number };

/** Limits for rendering one PDF. */
export const PDF_LIMITS = {
  maxPages: 20,
  /** Longest side of a page in pixels, at which small print on A4 is readable. */
  side: 2_000,
  /** Width in pixels of a long page, such as a printed web page, unless `maxPixels` or `maxLength` requires less. */
  longPageWidth: 900,
  maxPixels: 12_000_000,
  maxLength: 24_000,
  /** Minimum width in pixels of a readable page. */
  minSide: 200,
  /** Maximum bytes of memory for PDFium per document, including a file of 10 MB and a large photo. */
  maxMemory: 384 * 1_048_576,
  /** Time limit from the start of the thread to the last page, in ms. */
  milliseconds: 20_000,
};

type PdfProblem = "locked" | "damaged" | "long" | "narrow" | "heavy";
type PageCount = { count: number };
type PagePixels = { pixels: Uint8Array; width: number; height: number };

/**
 * Renders the pages of a PDF as pictures, with PDFium in its own thread, so that none of the file's scripts,
 * attachments or links remain. The thread has time and memory limits. Only PDFium decides whether a file is damaged,
 * because scanners and mail programs add bytes before its header and after its end.
 * @param bytes the uploaded file
 * @throws 422 for a damaged, locked, empty or too long file, or one that exceeds the limits; 503 if too many files wait
 */
export async function renderPdfPages(bytes: Buffer, limits = PDF_LIMITS): Promise<RenderedPdfPage[]> {
  if (fileKindOf(bytes) !== "pdf") throw pdfRefusal("damaged");
  // Imported with the first picture, so that a server without uploads saves the image library's memory.
  const { encodePdfPage: encode } = await import("./picture");
  const { milliseconds, ...task } = limits;
  const thread = { file: "pdf-worker.mjs", data: { ...task, bytes }, milliseconds, refusal: pdfRefusal };
  return runInDecodeThread(thread, async (exchange) => {
    const { count } = await exchange<PageCount>();
    const pages: RenderedPdfPage[] = [];
    while (pages.length < count) pages.push(await encode(await exchange<PagePixels>(pages.length)));
    return pages;
  });
}

const PROBLEM_MESSAGES: Record<PdfProblem, string> = {
  damaged: "This PDF is damaged or not complete. Export it again and send that.",
  locked: "This PDF is locked with a password. Save it without one and send that.",
  long: `This PDF has more than ${PDF_LIMITS.maxPages} pages. Send only the required pages.`,
  heavy: "This PDF takes too much time or memory to draw. Print it to a new PDF, or send a photo of the page.",
  narrow: "This PDF has a page that is too narrow to read. Send a photo of the page.",
};

const pdfRefusal = (problem: PdfProblem) => refuse.file(422, PROBLEM_MESSAGES[problem]);
