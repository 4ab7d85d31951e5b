import { TableError } from "@/lib/tables/problem";
import { readRequested, type TableRequest } from "@/lib/tables/read-requested";

export type Asked = { source: Uint8Array | string; request: TableRequest };
/** `problem`: an error in the file, for the user; `fault`: an unexpected error. */
export type Answer = { result: unknown } | { problem: string } | { fault: string };

/** Reads a table in the worker and posts the result. */
self.onmessage = async ({ data: { source, request } }: MessageEvent<Asked>) => {
  self.postMessage(await answerTo(source, request));
};

async function answerTo(source: Asked["source"], request: TableRequest): Promise<Answer> {
  try {
    return { result: await readRequested(source, request) };
  } catch (error) {
    if (error instanceof TableError) return { problem: error.message };
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
