import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/server/db/client";

/**
 * Runs a transaction that inserts thousands of rows. First discards the connection's cached plans for foreign-key checks: a plan that was
 * made while the table was small scans the whole table for each new row.
 */
export const runInBulk = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`discard plans`);
    return run(tx);
  });
