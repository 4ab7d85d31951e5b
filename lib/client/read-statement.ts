import { type BankStatementFormat, STATEMENT_BYTES_MAX } from "@/lib/contract/reconciliation.values";
import { parseCellAmount } from "@/lib/statements/amount";
import { completeLayout, type LayoutDraft } from "@/lib/statements/layout";
import type { StatementRequest } from "@/lib/statements/read-statement";
import type { StatementReading, StatementRow, StatementSummary } from "@/lib/statements/statement-session";
import type { BankStatementTask, BankStatementTaskResults, BankStatementWorkerAnswer } from "./statement-worker";

export type { LayoutDraft, StatementReading, StatementSummary };

/** Returns the column layout of a bank's files, or a message that names what the user must still choose. */
export const completeBankStatementLayout = (draft: LayoutDraft) => completeLayout(draft);

/** Value for `accept` of a file input for bank statements. Banks use several endings for MT940 files. */
export const BANK_STATEMENT_FILE_TYPES = ".csv,.txt,.tsv,.xlsx,.sta,.mt940,.940,.swi,.xml";

/** An opened bank statement file, which a web worker reads. Call `close` to end the worker, even during a read. */
export type BankStatementReader = {
  /** SHA-256 of the file in hex. */
  hash: string;
  format: BankStatementFormat;
  /**
   * Parses the file, using the request's column layout and the typed opening and closing balance.
   * @throws Error whose message names the line and what the user can do
   */
  read: (request: StatementRequest) => Promise<StatementReading>;
  /** Returns the statement lines after the first `after` lines, as many as one API request may contain. */
  lines: (after: number) => Promise<StatementRow[]>;
  close: () => void;
};

const FAILED_MESSAGE = "The file couldn't be read. Reload the page and choose it again.";

/**
 * Opens a bank statement file in a web worker. The worker keeps the lines, so the page stays responsive with 250,000 lines.
 * @param onProgress called with the number of rows read so far
 * @throws Error with a message that tells the user what to do
 */
export async function openBankStatement(file: File, onProgress: (rows: number) => void): Promise<BankStatementReader> {
  if (file.size > STATEMENT_BYTES_MAX)
    throw new Error(
      `This file is larger than ${STATEMENT_BYTES_MAX / 1_000_000} MB. Download the statement in shorter periods.`,
    );
  // Reads the file in this thread in tests, which have no web workers.
  if (typeof Worker === "undefined") return openHere(file, onProgress);
  const worker = new Worker(new URL("./statement-worker.ts", import.meta.url), { type: "module" });
  const run = <Task extends BankStatementTask>(task: Task) => runTask(worker, task, onProgress);
  try {
    const { hash, format } = await run({ do: "open", file });
    return {
      ...{ hash, format },
      read: (request) => run({ do: "read", request }),
      lines: (after) => run({ do: "lines", after }),
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** Sends a request to the worker and waits for its answer. */
function runTask<Task extends BankStatementTask>(
  worker: Worker,
  task: Task,
  onProgress: (rows: number) => void,
): Promise<BankStatementTaskResults[Task["do"]]> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error(FAILED_MESSAGE));
    worker.onmessage = ({ data }: MessageEvent<BankStatementWorkerAnswer>) => {
      if ("progress" in data) onProgress(data.progress);
      else if ("problem" in data) reject(new Error(data.problem));
      else if ("result" in data) resolve(data.result as BankStatementTaskResults[Task["do"]]);
      else {
        console.error(data.fault);
        reject(new Error(FAILED_MESSAGE));
      }
    };
    worker.postMessage(task);
  });
}

async function openHere(file: File, onProgress: (rows: number) => void): Promise<BankStatementReader> {
  const { StatementSession } = await import("@/lib/statements/statement-session");
  const session = await StatementSession.open(new Uint8Array(await file.arrayBuffer()));
  return {
    ...{ hash: session.hash, format: session.format },
    read: async (request) => session.read(request, onProgress),
    lines: async (after) => session.lines(after),
    close: () => {},
  };
}

/** Parses a typed balance, which may be negative. Returns kobo, or an error message for the field. */
export function parseBankStatementAmount(typed: string): number | string {
  const amount = parseCellAmount(typed);
  if ("problem" in amount || amount.kobo === null)
    return "Enter an amount such as 1,234.50, or -1,234.50 if overdrawn.";
  return amount.kobo;
}
