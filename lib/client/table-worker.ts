import { readRequestedData, type TableRequest } from "@/lib/tables/read-requested";
import { TableError } from "@/lib/tables/table-error";

/** Message to the worker: a file's bytes or pasted text, and the data to read from it. */
export type TableWorkerRequest = { source: Uint8Array | string; request: TableRequest };
/** Messages of the worker. `problem`: message for the user about the file; `fault`: unexpected error. */
export type TableWorkerAnswer = { result: unknown } | { problem: string } | { fault: string };

/** Reads a table in the worker and posts the result. */
self.onmessage = async ({ data: { source, request } }: MessageEvent<TableWorkerRequest>) => {
  self.postMessage(await answerRequest(source, request));
};

async function answerRequest(source: TableWorkerRequest["source"], request: TableRequest): Promise<TableWorkerAnswer> {
  try {
    return { result: await readRequestedData(source, request) };
  } catch (error) {
    if (error instanceof TableError) return { problem: error.message };
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
