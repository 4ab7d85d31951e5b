import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Database, Transaction } from "@/lib/server/db/client";

/**
 * Timeout in ms for locks. A step that waits longer ends and is repeated, so that calls never wait longer for it. Shorter than
 * PostgreSQL's `deadlock_timeout`: if a step and a call wait for each other, the step gives up.
 */
const LOCK_TIMEOUT_MS = 300;
const RETRY_PAUSE_MS = 200;
/** Time in ms after which a locked step fails. A transaction of the product ends after 15 s at the latest. */
const GIVE_UP_MS = 60_000;

const LOCK_NOT_AVAILABLE = "55P03";

/** Waits for transactions that write encrypted or hashed values, and makes new ones wait until this transaction ends. */
export const lockSecretRotation = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.secretRotation})`);

/**
 * Runs a small transaction. Repeats it if a lock was not available in time.
 * @param run gets the number of failed attempts, to try fewer rows
 */
export async function runRotationStep<T>(
  db: Database,
  run: (tx: Transaction, failures: number) => Promise<T>,
): Promise<T> {
  const began = Date.now();
  for (let failures = 0; ; failures++) {
    try {
      return await withoutStatementTimeout(db, async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
        return run(tx, failures);
      });
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() - began > GIVE_UP_MS) throw error;
      await delay(RETRY_PAUSE_MS);
    }
  }
}

/** Runs a transaction whose statements may scan large tables. */
export const withoutStatementTimeout = <T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return run(tx);
  });

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause && cause.code === LOCK_NOT_AVAILABLE;
}
