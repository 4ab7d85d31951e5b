import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, errorMessageOf } from "@/lib/client/api-error";
import {
  type BankStatementReader,
  openBankStatement,
  type StatementReading,
  type StatementSummary,
} from "@/lib/client/read-statement";
import type { BankAccount, BankStatement } from "@/lib/contract/reconciliation-statements";
import {
  addStatementLinesMutation,
  beginStatementMutation,
  cancelStatementMutation,
  finishStatementMutation,
  type StoredStatementLayout,
  saveStatementLayoutMutation,
  statementLayoutQuery,
} from "@/lib/queries/statement-import";

/**
 * Step that asks for the columns. `saved`: layout chosen before; null starts with guessed columns. `problem`: why that layout did
 * not fit the file.
 */
export type StatementColumnsStep = Extract<StatementReading, { missing: "layout" }> & {
  at: "columns";
  saved: StoredStatementLayout | null;
  problem: string | null;
};

/** Steps of a statement's import. `refused`: the file can't be read. `sent`: number of lines that the API has stored. */
export type StatementImportStep =
  | { at: "choose" }
  | { at: "reading"; rows: number }
  | StatementColumnsStep
  | ({ at: "balances" } & Extract<StatementReading, { missing: "balances" }>)
  | { at: "refused" }
  | { at: "summary"; summary: StatementSummary; sent: number }
  | { at: "importing"; summary: StatementSummary; sent: number }
  | { at: "done"; statement: BankStatement };

type Balances = { opening: number; closing: number };

/** Maximum number of attempts to send a batch of lines, and the delay between attempts in ms. The API stores a repeated batch only once. */
const ATTEMPTS = 3;
const RETRY_MS = 2_000;
/** Error shown if no row can be parsed with the chosen columns. */
const NO_FIT_MESSAGE = "No row has a date and an amount in these columns. Check the columns and the form of the dates.";

/** Manages the import of a bank account's statement: parses the file, asks for columns and balances, and sends the lines. */
export function useStatementImport(account: BankAccount) {
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<StatementImportStep>({ at: "choose" });
  const [problem, setProblem] = useState<string | null>(null);
  const reader = useRef<BankStatementReader | null>(null);
  const layout = useRef<StoredStatementLayout | null>(null);
  const balances = useRef<Balances | null>(null);
  /** Column layout chosen in this dialog that is not stored for the bank yet. */
  const newLayout = useRef<StoredStatementLayout | null>(null);
  const running = useRef<AbortController | null>(null);
  const statementId = useRef<string | null>(null);
  const client = useQueryClient();
  const saveLayout = useMutation(saveStatementLayoutMutation());
  const begin = useMutation(beginStatementMutation());
  const addLines = useMutation(addStatementLinesMutation());
  const finish = useMutation(finishStatementMutation());
  const cancel = useMutation(cancelStatementMutation());

  /** Aborts a running parse or import, such as of a file that was replaced. @returns controller of the next run */
  const startRun = (): AbortController => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current;
  };
  const closeReader = () => {
    reader.current?.close();
    reader.current = null;
  };
  useEffect(
    () => () => {
      running.current?.abort();
      reader.current?.close();
    },
    [],
  );
  const fail = (error: unknown, next: StatementImportStep) => {
    setProblem(errorMessageOf(error));
    setStep(next);
  };

  const chooseFile = async (chosen: File) => {
    const { signal } = startRun();
    closeReader();
    [newLayout.current, balances.current, statementId.current] = [null, null, null];
    setFile(chosen);
    setProblem(null);
    setStep({ at: "reading", rows: 0 });
    try {
      const stored = await client.fetchQuery(statementLayoutQuery(account.bank_code));
      layout.current = stored.layout;
      const opened = await openBankStatement(chosen, (rows) => !signal.aborted && setStep({ at: "reading", rows }));
      if (signal.aborted) return opened.close();
      reader.current = opened;
    } catch (error) {
      if (!signal.aborted) fail(error, { at: "choose" });
      return;
    }
    await read(signal);
  };

  /** Parses the file with the current layout and balances, then shows the summary or asks for missing data. */
  const read = async (signal: AbortSignal) => {
    const source = reader.current;
    if (!source) return;
    setProblem(null);
    setStep({ at: "reading", rows: 0 });
    try {
      const request = { accountNumber: account.account_number, layout: layout.current, balances: balances.current };
      const result = await source.read(request);
      if (signal.aborted) return;
      if ("summary" in result) setStep({ at: "summary", summary: result.summary, sent: 0 });
      else if (result.missing === "balances") setStep({ at: "balances", ...result });
      else {
        const chosen = newLayout.current;
        setStep({ at: "columns", ...result, saved: chosen, problem: chosen && NO_FIT_MESSAGE });
      }
    } catch (error) {
      if (!signal.aborted) fail(error, { at: "refused" });
    }
  };

  const chooseColumns = (chosen: StoredStatementLayout) => {
    layout.current = chosen;
    newLayout.current = chosen;
    return read(startRun().signal);
  };
  const enterBalances = (typed: Balances) => {
    balances.current = typed;
    return read(startRun().signal);
  };
  /** Returns to the choice of columns, with the current layout preselected. */
  const changeColumns = async () => {
    const { signal } = startRun();
    try {
      const result = await reader.current?.read({
        accountNumber: account.account_number,
        layout: null,
        balances: null,
      });
      if (signal.aborted || !result || !("missing" in result) || result.missing !== "layout") return;
      setProblem(null);
      setStep({ at: "columns", ...result, saved: layout.current, problem: null });
    } catch (error) {
      fail(error, { at: "refused" });
    }
  };

  /** Sends the lines that the API has not stored yet, then requests the check and import of all lines. */
  const importLines = async (summary: StatementSummary) => {
    const { signal } = startRun();
    const source = reader.current;
    if (!source || !file) return;
    let sent = 0;
    const showSent = (count: number) => {
      sent = count;
      setStep({ at: "importing", summary, sent });
    };
    setProblem(null);
    showSent(0);
    try {
      const start = {
        ...{ accountId: account.id, file_name: cutFileName(file.name), file_hash: source.hash, format: source.format },
        ...{ from_day: summary.fromDay, to_day: summary.toDay, opening: summary.opening, closing: summary.closing },
        lines: summary.lines,
      };
      let statement = await begin.mutateAsync(start);
      if (newLayout.current) {
        await saveLayout.mutateAsync({ bankCode: account.bank_code, layout: newLayout.current });
        newLayout.current = null;
        // Restarts a stopped import, because its stored lines may have been parsed with other columns.
        if (statement.stored_lines > 0) {
          await cancel.mutateAsync({ statementId: statement.id });
          statement = await begin.mutateAsync(start);
        }
      }
      statementId.current = statement.id;
      const ids = { accountId: account.id, statementId: statement.id };
      showSent(statement.stored_lines);
      while (sent < summary.lines) {
        const lines = await source.lines(sent);
        signal.throwIfAborted();
        const stored = await repeat(() => addLines.mutateAsync({ ...ids, after: sent, lines, signal }), signal);
        showSent(stored.stored_lines);
      }
      signal.throwIfAborted();
      const done = await finish.mutateAsync(ids);
      closeReader();
      setStep({ at: "done", statement: done });
    } catch (error) {
      if (!signal.aborted) fail(error, { at: "summary", summary, sent });
    }
  };

  /** Cancels parsing or the import. The API deletes lines that are already stored. */
  const stop = async () => {
    startRun();
    const started = statementId.current;
    statementId.current = null;
    setProblem(null);
    if (started) await cancel.mutateAsync({ statementId: started }).catch((error) => setProblem(errorMessageOf(error)));
    closeReader();
    setFile(null);
    setStep({ at: "choose" });
  };

  const isTable = reader.current?.format === "csv" || reader.current?.format === "xlsx";
  return { file, step, problem, isTable, chooseFile, chooseColumns, changeColumns, enterBalances, importLines, stop };
}

/** Retries a request after a timeout or connection error, at most `ATTEMPTS` times in all. */
async function repeat<Result>(send: () => Promise<Result>, signal: AbortSignal, attempt = 1): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    const isTransient = error instanceof ApiError && (error.isRetryable || error.kind === "timeout");
    if (signal.aborted || !isTransient || attempt >= ATTEMPTS) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
    signal.throwIfAborted();
    return repeat(send, signal, attempt + 1);
  }
}

/** Truncates a long file name in the middle, so that its extension remains. */
const cutFileName = (name: string) => (name.length > 200 ? `${name.slice(0, 150)}…${name.slice(-40)}` : name);
