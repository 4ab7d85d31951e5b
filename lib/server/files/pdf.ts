import "server-only";
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { refuse } from "@/lib/server/api/errors";
import { atATime } from "./concurrency";

/** A page of a PDF as a picture: JPEG, pixels. */
export type DrawnPage = { bytes: Buffer; width: number; height: number };

export const PDF_LIMITS = {
  mostPages: 20,
  /** Longest side of a page in pixels: small print on A4 stays readable. */
  side: 2_000,
  /** Nobody reads a page that is narrower than this beside it. */
  leastSide: 100,
  /** Bytes that PDFium may have for one document, 10 MB of file and a large photo in it included. */
  mostMemory: 384 * 1_048_576,
  /** From the start of the thread to the last page. */
  milliseconds: 20_000,
};

/** One at a time, beside the pictures: so many bytes are in use once only, and no photo waits for a slow PDF. */
const oneByOne = atATime(1, 20);
/** What the thread has besides PDFium's own memory, in MB. */
const THREAD = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
const MARKUP = /<(?:script|html|svg|!doctype|\?php)\b/i;
const EDGE = 1_024;

type Problem = "locked" | "damaged" | "long" | "narrow" | "heavy";
type Opened = { count: number };
type Pixels = { pixels: Uint8Array; width: number; height: number };

/**
 * The pages of a PDF as pictures, drawn by PDFium in a thread of their own: whatever the file holds besides (scripts,
 * attached files, links), a picture has none of it. The thread has limits of time and memory and ends with the document.
 * @param bytes as they came
 * @throws 422 for what is damaged, locked, empty, too long, or not drawn within the limits; 503 when too many wait.
 */
export async function pagesOfPdf(bytes: Buffer, limits = PDF_LIMITS): Promise<DrawnPage[]> {
  refuseUnlessWhole(bytes);
  // Loaded with the first picture: a server that is sent none does without the image library's memory.
  const { pageAsKept } = await import("./picture");
  return oneByOne(async () => {
    const { milliseconds, ...task } = limits;
    const signal = AbortSignal.timeout(milliseconds);
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/files/pdf-worker.mjs");
    const started = { workerData: { ...task, bytes }, resourceLimits: THREAD, env: {}, execArgv: [] };
    const worker = new Worker(file, { ...started, stdout: true, stderr: true });
    // One that fails while nobody waits for it, as between two pages, is noticed at the next.
    worker.on("error", () => {});
    try {
      const { count } = await answerOf<Opened>(worker, signal);
      const pages: DrawnPage[] = [];
      while (pages.length < count) {
        worker.postMessage(pages.length);
        pages.push(await pageAsKept(await answerOf<Pixels>(worker, signal)));
      }
      return pages;
    } finally {
      await worker.terminate();
    }
  });
}

async function answerOf<T>(worker: Worker, signal: AbortSignal): Promise<T> {
  const [answer] = await once(worker, "message", { signal }).catch(() => {
    throw refuse.file(422, PROBLEMS.heavy);
  });
  if ("problem" in answer) throw refuse.file(422, PROBLEMS[answer.problem as Problem]);
  return answer;
}

const PROBLEMS: Record<Problem, string> = {
  damaged: "This PDF is damaged or not complete. Export it again and send that.",
  locked: "This PDF is locked with a password. Save it without one and send that.",
  long: `This PDF has more than ${PDF_LIMITS.mostPages} pages. Send only the pages that are asked for.`,
  heavy: "This PDF takes too much time or memory to draw. Print it to a new PDF, or send a photo of the page.",
  narrow: "This PDF has a page that is too narrow to read. Send a photo of the page.",
};

/** By its two ends alone: it begins as one, is nothing else besides, and nothing hangs on it. @throws 422 */
function refuseUnlessWhole(bytes: Buffer): void {
  const head = bytes.toString("latin1", 0, EDGE);
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - EDGE));
  if (!/^%PDF-[12]\.\d/.test(head) || !/\bstartxref\s+\d+\s+%%EOF\s*$/.test(tail))
    throw refuse.file(422, PROBLEMS.damaged);
  if (MARKUP.test(head))
    throw refuse.file(422, "This file is a PDF and something else at once. Export the document again and send that.");
}
