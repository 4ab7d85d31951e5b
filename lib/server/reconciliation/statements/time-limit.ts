import "server-only";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { raiseWaitBudget } from "@/lib/server/db/wait-budget";

/** Time limit in ms of the call, below the browser's timeout of 60 s. */
const LIMIT_MS = 55_000;

/**
 * Raises the limits of the call and of its statements, because a statement has up to 250,000 lines. Also rules out nested loops: the
 * planner has no statistics about lines that were stored a moment ago, and would compare each line with each other one.
 */
export async function raiseStatementImportTimeLimit(tx: Transaction): Promise<void> {
  raiseWaitBudget(LIMIT_MS);
  await tx.execute(sql`select set_config('statement_timeout', ${String(LIMIT_MS)}, true)
    where current_setting('statement_timeout') <> '0'`);
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
}
