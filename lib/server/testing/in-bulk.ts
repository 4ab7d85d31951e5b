import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/server/db/client";

/**
 * A transaction that adds thousands of rows at once. A connection remembers how it checks a reference: planned while the
 * table was small it reads all of it for each row, 20,000 times 20,000. So it forgets that first.
 */
export const inBulk = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`discard plans`);
    return run(tx);
  });
