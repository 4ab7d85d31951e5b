import "server-only";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { MOVEMENT_AMOUNT_MAX } from "@/lib/contract/system-wallet.values";
import { formatCount, formatMoney } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { openingBalanceFiles } from "@/lib/server/db/schema/opening-balance";
import { FileError, hashFile, readFileRows } from "@/lib/server/user/import/read-file";
import { type BalanceFile, openingBalanceRecordRef } from "./balance-file";
import { type BalanceLineOutcome, checkBalanceLines } from "./check-lines";
import { checkBalanceColumns, type ParsedBalanceLine, parseBalance } from "./read-balance";

/**
 * Counts of a file's lines. `lines`: lines with an amount above zero; `amount`: their total in kobo; `zeros`: lines with a balance of zero;
 * `wrong`: invalid lines.
 */
export type BalanceLineCounts = { lines: number; amount: number; zeros: number; wrong: number };

type ImportOptions = {
  /** The app that issued the citizens' ids in the file. */
  app: string;
  /** True to report only whether each line would be stored, without writing. */
  isDryRun: boolean;
  onRow?: (outcome: BalanceLineOutcome) => void;
  onProgress?: (counts: BalanceLineCounts) => void;
};

/** Number of lines per SQL statement. */
const BATCH_SIZE = 5_000;

/**
 * Stores a file of opening balances, or nothing if a line is invalid. Nothing is posted until a second admin has
 * approved the total.
 * @returns `isDone` true if the same file was stored before
 * @throws FileError for a file that can't be read, lacks a column, has no balance, or too high a total
 */
export async function importBalances(
  db: Database,
  file: string,
  { app, isDryRun, onRow = () => {}, onProgress = () => {} }: ImportOptions,
): Promise<BalanceLineCounts & { isDone: boolean }> {
  const fileHash = await hashFile(file);
  return inTransaction(db, async (tx) => {
    // Disables the statement timeout, because a million lines take longer than a call may. Other imports wait for this lock.
    await tx.execute(sql`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('opening_balances'))`);
    const isOfFile = and(eq(openingBalanceFiles.app, app), eq(openingBalanceFiles.fileHash, fileHash));
    const [stored] = await tx.select().from(openingBalanceFiles).where(isOfFile);
    if (stored) return { lines: stored.lines, amount: stored.amount, zeros: stored.zeros, wrong: 0, isDone: true };
    const counts = await readIntoTempTable(tx, file, { app, onRow, onProgress });
    if (!counts.wrong && !counts.lines) throw new FileError("The file has no balance above zero.");
    if (counts.amount > MOVEMENT_AMOUNT_MAX)
      throw new FileError(`The balances come to more than ${formatMoney(MOVEMENT_AMOUNT_MAX)}. Split the file.`);
    if (!isDryRun && !counts.wrong) await storeBalances(tx, { app, fileName: path.basename(file), fileHash }, counts);
    return { ...counts, isDone: false };
  });
}

/** Reads the file's valid lines into the temporary table `balance_lines`. */
async function readIntoTempTable(
  tx: Transaction,
  file: string,
  { app, onRow, onProgress }: Required<Omit<ImportOptions, "isDryRun">>,
): Promise<BalanceLineCounts> {
  await tx.execute(sql`create temp table balance_lines (user_id uuid primary key, line int not null, amount bigint not null)
    on commit drop`);
  const counts: BalanceLineCounts = { lines: 0, amount: 0, zeros: 0, wrong: 0 };
  for await (const batch of readBatches(file)) {
    for (const outcome of await checkBalanceLines(tx, app, batch)) {
      if (outcome.outcome === "refused") counts.wrong++;
      else if (outcome.amount === 0) counts.zeros++;
      else {
        counts.lines++;
        counts.amount += outcome.amount;
      }
      onRow(outcome);
    }
    onProgress(counts);
  }
  return counts;
}

async function* readBatches(file: string): AsyncGenerator<ParsedBalanceLine[]> {
  let batch: ParsedBalanceLine[] = [];
  for await (const row of readFileRows(file, checkBalanceColumns)) {
    batch.push(parseBalance(row));
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length) yield batch;
}

async function storeBalances(
  tx: Transaction,
  fileColumns: Pick<BalanceFile, "app" | "fileName" | "fileHash">,
  { lines, amount, zeros }: BalanceLineCounts,
): Promise<void> {
  const [file] = await tx
    .insert(openingBalanceFiles)
    .values({ id: uuid(), ...fileColumns, lines, amount, zeros })
    .returning();
  if (!file) throw new Error("The file was not stored.");
  await tx.execute(sql`insert into opening_balances (file_id, line, user_id, amount)
    select ${file.id}, line, user_id, amount from balance_lines where amount > 0`);
  const { app, fileName, fileHash } = file;
  const countTexts = { lines: formatCount(lines), zeros: formatCount(zeros), sum: formatMoney(amount) };
  const after = { app, file: fileName, sha256: fileHash, ...countTexts };
  await appendAudit(
    tx,
    systemAuditRow("systemWallet.storeOpeningBalances", { record: openingBalanceRecordRef(file), after }),
  );
}
