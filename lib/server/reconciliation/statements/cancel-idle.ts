import "server-only";
import { and, eq, lt } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database } from "@/lib/server/db/client";
import { bankStatements } from "@/lib/server/db/schema/bank-statements";
import { endStatementImport } from "./import-statement";
import { statementRecordRef } from "./read-statements";

/** Time in ms after which an import that was not finished is cancelled. */
const IDLE_MS = 24 * 3_600_000;
/** Maximum number of imports that one run cancels. */
const BATCH_SIZE = 20;

/**
 * Cancels imports that began a day ago and were not finished, such as those of a closed browser. A timed task.
 * @returns the number of cancelled imports
 */
export function cancelIdleStatements(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    const idle = await tx
      .select()
      .from(bankStatements)
      .where(and(eq(bankStatements.state, "reading"), lt(bankStatements.startedAt, new Date(Date.now() - IDLE_MS))))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true });
    for (const statement of idle) {
      await endStatementImport(tx, statement);
      const before = { state: "reading", stored_lines: statement.storedLines };
      const change = { record: statementRecordRef(statement), before, after: { state: "cancelled" } };
      await appendAudit(tx, systemAuditRow("reconciliation.cancelIdleStatement", change));
    }
    return idle.length;
  });
}
