import "server-only";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { programFile } from "@/lib/server/base/program-file";
import { createConcurrencyLimiter } from "./limiter";

/** Maximum wait in ms: half of the minute after which a proxy aborts a request. */
const MAX_WAIT_MS = 30_000;
/** Decodes one PDF or HEIC picture at a time per instance, so that only one decoder uses memory. */
const decoderQueue = createConcurrencyLimiter(1, 20, MAX_WAIT_MS);
/** JavaScript memory of a thread in MB. The decoder itself uses WebAssembly memory, which has its own limit. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

type ThreadTask<Problem extends string> = {
  /** File name of the worker script, in this folder. */
  file: string;
  data: Record<string, unknown>;
  /** Time limit in ms, from the start of the thread to the end of the work. */
  milliseconds: number;
  /** Creates the error that refuses the file. "heavy": it exceeded the time or memory limit. */
  refusal: (problem: Problem | "heavy") => Error;
};

/** Waits for the thread's next message; with `send`, posts a message first. */
type Exchange = <T>(send?: unknown) => Promise<T>;

/**
 * Runs a decoder in a separate thread, and terminates the thread when it is done, fails or takes too long. Calls run in
 * sequence.
 * @throws `refusal` for a message `{ problem }` and for a terminated thread; 503 if the queue is full, or after 30 s in
 * it
 */
export function runInDecodeThread<T, Problem extends string>(
  { file, data, milliseconds, refusal }: ThreadTask<Problem>,
  work: (exchange: Exchange) => Promise<T>,
): Promise<T> {
  return decoderQueue(async () => {
    const signal = AbortSignal.timeout(milliseconds);
    const scriptPath = programFile(`lib/server/files/${file}`);
    const threadOptions = { workerData: data, resourceLimits: THREAD_LIMITS, env: {}, execArgv: [] };
    const worker = new Worker(scriptPath, { ...threadOptions, stdout: true, stderr: true });
    // Without this listener, a worker's error between two messages would be uncaught; `once` still rejects.
    worker.on("error", () => {});
    const exchange: Exchange = async (send) => {
      if (send !== undefined) worker.postMessage(send);
      const [answer] = await once(worker, "message", { signal }).catch(() => {
        throw refusal("heavy");
      });
      if ("problem" in answer) throw refusal(answer.problem);
      return answer;
    };
    try {
      return await work(exchange);
    } finally {
      await worker.terminate();
    }
  });
}
