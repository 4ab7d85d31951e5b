import "server-only";
import { sealAfterCommit } from "@/lib/server/audit/seal-after-commit";
import type { Database, Transaction } from "@/lib/server/db/client";

/** SQLSTATE codes after which a retry can succeed: serialisation failure, deadlock, unique violation. */
const RETRYABLE_SQL_STATES = ["40001", "40P01", "23505"];

/**
 * Runs a transaction, up to three times after a deadlock or serialisation failure. Also retries a unique violation: the second run sees the
 * concurrent row, so the handler can refuse with its own message. After the commit, requests that new audit rows are added to the hash chain
 * (audit/seal-after-commit.ts).
 */
export async function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const { tx, result } = await db.transaction(async (tx) => ({ tx, result: await run(tx) }));
      sealAfterCommit(tx);
      return result;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
      if (!RETRYABLE_SQL_STATES.includes(String(code)) || tries === 3) throw error;
    }
  }
}
