import type { PickedItemDecisions } from "@/lib/tables/pick-decisions";
import type { RowProblem } from "@/lib/tables/pick-values";
import type { TableRequest, TableResultOf } from "@/lib/tables/read-requested";
import type { TableWorkerAnswer, TableWorkerRequest } from "./table-worker";

export type { PickedItemDecisions, RowProblem };

/** Maximum file size in bytes, about 200,000 rows. */
const MAX_FILE_BYTES = 15_000_000;
const MAX_SECONDS = 60;

/** Value for `accept` of a file input for CSV and Excel files. */
export const TABLE_FILE_TYPES =
  ".csv,.txt,.tsv,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Extracts the requested data from a CSV or Excel file, or from pasted cells. Runs in a worker, so that a large file does not
 * block the page and can time out. The code loads with the first file.
 * @throws Error with a message that tells the user what to do
 */
export async function readTable<W extends TableRequest>(source: File | string, request: W): Promise<TableResultOf<W>> {
  if (typeof source !== "string" && source.size > MAX_FILE_BYTES)
    throw new Error(`This file is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Split it and add it in parts.`);
  const content = typeof source === "string" ? source : new Uint8Array(await source.arrayBuffer());
  // Reads the table in this thread in tests, which have no web workers.
  if (typeof Worker === "undefined")
    return (await import("@/lib/tables/read-requested")).readRequestedData(content, request);
  const answer = await runInWorker({ source: content, request });
  if ("problem" in answer) throw new Error(answer.problem);
  if ("fault" in answer) {
    console.error(answer.fault);
    throw new Error(READ_FAILED_MESSAGE);
  }
  return answer.result as TableResultOf<W>;
}

const READ_FAILED_MESSAGE = "The file couldn't be read. Reload the page and choose it again.";
const TOO_SLOW_MESSAGE = "The file takes too long to read. Save it as CSV, or split it and add it in parts.";

function runInWorker(workerRequest: TableWorkerRequest): Promise<TableWorkerAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./table-worker.ts", import.meta.url), { type: "module" });
    const timer = setTimeout(() => finish(() => reject(new Error(TOO_SLOW_MESSAGE))), MAX_SECONDS * 1_000);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<TableWorkerAnswer>) => finish(() => resolve(data));
    worker.onerror = () => finish(() => reject(new Error(READ_FAILED_MESSAGE)));
    worker.postMessage(workerRequest, typeof workerRequest.source === "string" ? [] : [workerRequest.source.buffer]);
  });
}
