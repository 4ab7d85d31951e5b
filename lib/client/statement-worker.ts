import type { BankStatementFormat } from "@/lib/contract/reconciliation.values";
import type { StatementRequest } from "@/lib/statements/read-statement";
import { StatementError } from "@/lib/statements/statement";
import { type StatementReading, type StatementRow, StatementSession } from "@/lib/statements/statement-session";
import { TableError } from "@/lib/tables/table-error";

/** Requests to the worker: open a file, read the file with a layout and balances, and return the lines after the first `after` lines. */
export type BankStatementTask =
  | { do: "open"; file: File }
  | { do: "read"; request: StatementRequest }
  | { do: "lines"; after: number };

/** Type of the worker's result for each kind of request. */
export type BankStatementTaskResults = {
  open: { hash: string; format: BankStatementFormat };
  read: StatementReading;
  lines: StatementRow[];
};

/** Messages of the worker. `progress`: rows read so far; `problem`: message for the user about the file; `fault`: unexpected error. */
export type BankStatementWorkerAnswer =
  | { progress: number }
  | { result: BankStatementTaskResults[keyof BankStatementTaskResults] }
  | { problem: string }
  | { fault: string };

let session: StatementSession | null = null;

/** Runs one request at a time. The lines stay in the worker, so the page never has all of them in memory. */
self.onmessage = async ({ data }: MessageEvent<BankStatementTask>) => {
  self.postMessage(await answerTask(data));
};

async function answerTask(task: BankStatementTask): Promise<BankStatementWorkerAnswer> {
  try {
    return { result: await runTask(task) };
  } catch (error) {
    if (error instanceof TableError || error instanceof StatementError) return { problem: error.message };
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function runTask(task: BankStatementTask): Promise<BankStatementTaskResults[keyof BankStatementTaskResults]> {
  if (task.do === "open") {
    session = await StatementSession.open(new Uint8Array(await task.file.arrayBuffer()));
    return { hash: session.hash, format: session.format };
  }
  if (!session) throw new StatementError("Choose the file again.");
  if (task.do === "lines") return session.lines(task.after);
  return session.read(task.request, (progress) => self.postMessage({ progress }));
}
