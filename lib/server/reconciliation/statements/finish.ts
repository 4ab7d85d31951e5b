import "server-only";
import { sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { statementCalls as calls } from "@/lib/contract/reconciliation-statements";
import { formatCount, formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { lockRecord } from "@/lib/server/records/version";
import { findStatementProblem, statementLinesWithKeysSql } from "./check-statement";
import { endStatementImport } from "./import-statement";
import { lockStatement, readStatement, type StatementRow, statementRecordRef } from "./read-statements";
import { raiseStatementImportTimeLimit } from "./time-limit";

/**
 * Checks a stored statement to the kobo, and makes items of its lines. A statement with a problem becomes `refused`, and its lines are
 * deleted. A second call returns the result of the first.
 * @throws 404; 409 if lines are missing, with the number of stored lines, or if the import was cancelled
 */
export async function finishStatement(
  { tx, audit }: WriteContext,
  { accountId, statementId }: InputOf<typeof calls.finishStatement>,
) {
  // Statements of an account are checked one after the other, because each opening balance has to equal the closing balance of the previous
  // statement.
  await lockRecord(tx, bankAccounts, accountId, "bank account");
  const statement = await lockStatement(tx, statementId, accountId);
  const record = statementRecordRef(statement);
  if (statement.state === "cancelled")
    throw refuse.conflict("The import of this statement was cancelled. Import its file again.");
  if (statement.state !== "reading") {
    audit({ record, after: { state: statement.state, repeated: true } });
    return readStatement(tx, statementId);
  }
  if (statement.storedLines !== statement.lines)
    throw refuse.conflict(
      `${formatCount(statement.storedLines)} of ${formatCount(statement.lines)} lines are stored. Send the others first.`,
      { stored_lines: statement.storedLines },
    );
  await raiseStatementImportTimeLimit(tx);
  const problem = await findStatementProblem(tx, statement);
  if (problem) {
    await endStatementImport(tx, statement, { state: "refused", problem });
    audit({ record, before: { state: "reading" }, after: { state: "refused", problem } });
    return readStatement(tx, statementId);
  }
  const added = await insertItems(tx, statement);
  await endStatementImport(tx, statement, { state: "imported", knownLines: statement.lines - added });
  audit({
    record,
    before: { state: "reading" },
    after: {
      ...{ state: "imported", lines: statement.lines, new_lines: added, known_lines: statement.lines - added },
      ...{ from: statement.fromDay, to: statement.toDay, closing: formatMoney(statement.closing) },
    },
  });
  return readStatement(tx, statementId);
}

/** Makes items of the lines that no other statement had. @returns their number */
async function insertItems(tx: Transaction, statement: StatementRow): Promise<number> {
  const inserted = await tx.execute(sql`
    insert into reconciliation_items
      (side, kind, source_key, account_id, statement_id, statement_line, day, accounting_day, amount, reference, narration, due_on)
    select 'bank', 'statement_line', source_key, ${statement.accountId}::uuid, statement_id, line, day, day, amount,
      nullif(reference, ''), narration, day
    from (${statementLinesWithKeysSql(statement)}) as file order by day, line
    on conflict (source_key) do nothing`);
  return inserted.rowCount ?? 0;
}
