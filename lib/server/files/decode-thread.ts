import "server-only";
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { createLimiter } from "./concurrency";

/** Half of the minute after which a proxy aborts a request. */
const WAIT_MS = 30_000;
/** Decodes one PDF or HEIC picture at a time per instance, so that at most one decoder uses memory. */
const decoderQueue = createLimiter(1, 20, WAIT_MS);
/** JavaScript memory of a thread in MB. The decoder itself uses WebAssembly memory, which has its own limit. */
const THREAD = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

type Thread<Problem extends string> = {
  /** File name in this folder. */
  file: string;
  data: Record<string, unknown>;
  /** Time limit in ms, from the start of the thread to the end of the work. */
  milliseconds: number;
  /** Returns the error for the file; "heavy" means that it exceeded the time or memory limit. */
  refusal: (problem: Problem | "heavy") => Error;
};

/** Waits for the thread's next message; with `send`, posts a message first. */
type Ask = <T>(send?: unknown) => Promise<T>;

/**
 * Runs a decoder in a separate thread, and ends the thread when the work is done, fails or takes too long. Calls run in turn.
 * @throws `refusal` for a message `{ problem }` and for a thread that ended; 503 if the queue is full, or after 30 s in it
 */
export function inDecodeThread<T, Problem extends string>(
  { file, data, milliseconds, refusal }: Thread<Problem>,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  return decoderQueue(async () => {
    const signal = AbortSignal.timeout(milliseconds);
    const at = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/server/files", file);
    const started = { workerData: data, resourceLimits: THREAD, env: {}, execArgv: [] };
    const worker = new Worker(at, { ...started, stdout: true, stderr: true });
    // Prevents an uncaught error between two messages; the next `once` rejects.
    worker.on("error", () => {});
    const ask: Ask = async (send) => {
      if (send !== undefined) worker.postMessage(send);
      const [answer] = await once(worker, "message", { signal }).catch(() => {
        throw refusal("heavy");
      });
      if ("problem" in answer) throw refusal(answer.problem);
      return answer;
    };
    try {
      return await work(ask);
    } finally {
      await worker.terminate();
    }
  });
}
