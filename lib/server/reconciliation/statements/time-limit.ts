import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { raiseWaitBudget } from "@/lib/server/db/wait-budget";

/** Time limit in ms of a call that imports or removes a bank statement, below the browser's timeout of 60 s. */
const LIMIT_MS = 55_000;

/**
 * Raises the time limits of the call and of its SQL statements, because a bank statement has up to 250,000 lines. Also rules out nested loops: the
 * planner has no statistics about lines that were stored a moment ago, and would compare each line with each other one.
 */
export async function raiseStatementImportTimeLimit(tx: Transaction): Promise<void> {
  raiseWaitBudget(LIMIT_MS);
  await tx.execute(sql`select set_config('statement_timeout', ${String(LIMIT_MS)}, true)
    where current_setting('statement_timeout') <> '0'`);
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
}
