import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { statementCalls as calls } from "@/lib/contract/reconciliation-statements";
import { formatDateTime, formatDay, formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { countDays, lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { bankAccounts, bankStatements, statementLines } from "@/lib/server/db/schema/bank-statements";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { lockRecord } from "@/lib/server/records/version";
import { lockStatement, readStatement, type StatementRow, statementRecordRef } from "./read-statements";

type Start = InputOf<typeof calls.beginStatement>;

/** Maximum number of days in the period of one bank statement. */
const MAX_PERIOD_DAYS = 366;

/**
 * Begins the import of a file, or resumes it if the same file is being read. If the file was read with other columns, so that its
 * balances or days differ, its import starts again.
 * @throws 400 for an impossible period; 404; 409 if the file was imported before, or the account is not reconciled
 */
export async function beginStatement({ tx, audit, admin }: WriteContext, input: Start) {
  const account = await lockRecord(tx, bankAccounts, input.accountId, "bank account");
  if (!account.isActive) throw refuse.conflict(`${account.name} is not reconciled any more. Resume it first.`);
  const { startsOn } = await readReconciliationSettings(tx);
  checkPeriod(input, account.startsOn ?? startsOn ?? input.from_day);
  const earlier = await findFile(tx, input);
  if (earlier?.state === "imported") throw refuse.conflict(await importedBefore(tx, earlier));
  if (earlier && isSameReading(earlier, input)) {
    audit({ record: statementRecordRef(earlier), after: { resumed_at_line: earlier.storedLines } });
    return readStatement(tx, earlier.id);
  }
  if (earlier) await endStatementImport(tx, earlier);
  const id = uuid();
  await tx.insert(bankStatements).values({
    id,
    ...{ accountId: account.id, fileName: input.file_name, fileHash: input.file_hash, format: input.format },
    ...{ fromDay: input.from_day, toDay: input.to_day, opening: input.opening, closing: input.closing },
    lines: input.lines,
    importedBy: admin.id,
  });
  audit({
    record: { type: "bank_statement", id, name: input.file_name },
    after: {
      ...{ account: account.name, sha256: input.file_hash, format: input.format, lines: input.lines },
      ...{ from: input.from_day, to: input.to_day },
      ...{ opening: formatMoney(input.opening), closing: formatMoney(input.closing) },
    },
  });
  return readStatement(tx, id);
}

/** Rejects a period that can't be reconciled. @throws 400 */
function checkPeriod({ from_day: from, to_day: to }: Start, firstDay: string) {
  const wrong = (field: string, message: string) => refuse.badInput(message, { [field]: message });
  if (to < from) throw wrong("to_day", "The last day is before the first.");
  if (to > lagosDayOf(new Date()))
    throw wrong("to_day", `The statement ends on ${formatDay(to)}, which is in the future.`);
  if (from < firstDay)
    throw wrong(
      "from_day",
      `This account is reconciled from ${formatDay(firstDay)} on, but the statement begins on ${formatDay(from)}. Export it from that day on.`,
    );
  if (countDays(from, to) > MAX_PERIOD_DAYS)
    throw wrong("to_day", "A statement covers at most a year. Export fewer days.");
}

/** Finds and locks the statement with the same file hash, if its import is in progress or complete. The caller has locked the account. */
async function findFile(tx: Transaction, { accountId, file_hash }: Start): Promise<StatementRow | undefined> {
  const [row] = await tx
    .select()
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.accountId, accountId),
        eq(bankStatements.fileHash, file_hash),
        inArray(bankStatements.state, ["reading", "imported"]),
      ),
    )
    .for("update");
  return row;
}

const isSameReading = (row: StatementRow, input: Start) =>
  row.format === input.format &&
  row.fromDay === input.from_day &&
  row.toDay === input.to_day &&
  row.opening === input.opening &&
  row.closing === input.closing &&
  row.lines === input.lines;

async function importedBefore(tx: Transaction, row: StatementRow): Promise<string> {
  const { imported_by: by, ended_at: at } = await readStatement(tx, row.id);
  return `${by.name} imported this file on ${formatDateTime(at ?? row.startedAt.toISOString())}, as ${row.fileName}.`;
}

/** Ends the import of a file that is being read, and deletes its stored lines. */
export async function endStatementImport(
  tx: Transaction,
  { id }: StatementRow,
  outcome: Partial<Pick<StatementRow, "state" | "knownLines" | "problem">> = { state: "cancelled" },
): Promise<void> {
  await tx.delete(statementLines).where(eq(statementLines.statementId, id));
  await tx
    .update(bankStatements)
    .set({ ...outcome, endedAt: new Date() })
    .where(eq(bankStatements.id, id));
}

/** Cancels the import of a statement that is being read. @throws 404; 409 if it has ended */
export async function cancelStatement({ tx, audit }: WriteContext, { statementId }: { statementId: string }) {
  const statement = await lockStatement(tx, statementId);
  if (statement.state !== "reading")
    throw refuse.conflict("The import of this statement has ended.", await readStatement(tx, statementId));
  await endStatementImport(tx, statement);
  audit({
    record: statementRecordRef(statement),
    before: { state: "reading", stored_lines: statement.storedLines },
    after: { state: "cancelled" },
  });
  return readStatement(tx, statementId);
}
