import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/server/db/client";

/**
 * Runs a transaction that inserts thousands of rows. A connection caches its plans for foreign-key checks. One made while the
 * table was small scans the whole table for each new row, so the cached plans are discarded first.
 */
export const runInBulk = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`discard plans`);
    return run(tx);
  });
