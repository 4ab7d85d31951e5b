import "server-only";
import { eq, sql } from "drizzle-orm";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { bankAccounts, bankStatements } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { lockRecord } from "@/lib/server/records/version";
import { lockStatement, readStatement, statementRecordRef } from "./read-statements";
import { isItemOfStatement, statementRemovalObstacle } from "./removal-obstacle";
import { raiseStatementImportTimeLimit } from "./time-limit";

/**
 * Removes an imported statement, such as a file of another account, and the lines that this statement was the first to contain.
 * @returns the number of removed lines
 * @throws 404; 409 with the reason why the statement can't be removed
 */
export async function removeStatement({ tx, audit }: WriteContext, { statementId }: { statementId: string }) {
  const { account } = await readStatement(tx, statementId);
  await lockRecord(tx, bankAccounts, account.id, "bank account");
  const statement = await lockStatement(tx, statementId);
  if (statement.state !== "imported")
    throw refuse.conflict("Only an imported statement can be removed.", await readStatement(tx, statementId));
  await raiseStatementImportTimeLimit(tx);
  // Prevents the closing of days and the matching of lines until the commit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`);
  const obstacle = await statementRemovalObstacle(tx, statement);
  if (obstacle) throw refuse.conflict(obstacle);
  await tx.execute(sql`
    update reconciliation_items set finding = null, cause = null, counterpart_id = null, version = version + 1
    where counterpart_id in (select id from ${reconciliationItems} where ${isItemOfStatement(statement)})`);
  const removed = await tx.delete(reconciliationItems).where(isItemOfStatement(statement));
  await tx.delete(bankStatements).where(eq(bankStatements.id, statementId));
  audit({
    record: statementRecordRef(statement),
    before: {
      ...{ state: "imported", account: account.name, sha256: statement.fileHash, lines: statement.lines },
      ...{ from: statement.fromDay, to: statement.toDay, closing: formatMoney(statement.closing) },
    },
    after: { removed_lines: removed.rowCount ?? 0 },
  });
  return { removed: removed.rowCount ?? 0 };
}
