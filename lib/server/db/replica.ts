import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { reportReplicaReadToMetrics } from "@/lib/server/base/observe";
import { connectDatabase, type Database, type Queryable } from "./client";
import { currentWaitBudget, withWaitBudget } from "./wait-budget";

/** Time in ms that a read waits until the replica has replayed what was committed before the read. */
export const REPLICA_CATCH_UP_MS = 100;
/** Limit in ms for connecting to the replica and comparing its log position, so that a hung replica delays an API call only a little. */
const CHECK_LIMIT_MS = 500;
/** Time in ms for which all reads use the primary after the replica was behind or unavailable. */
const PAUSE_MS = 1_000;
/** Share of a call's remaining wait budget that the read on the replica may use. The rest is for the primary. */
const REPLICA_SHARE = 2 / 3;

/** Position in the write-ahead log (LSN), and the system identifier of its database cluster. */
export type WalPosition = { lsn: string; cluster: string };
type Replica = ReturnType<typeof connectDatabase> & { url: string; pausedUntil: number; fault: string | undefined };

// Stored on globalThis, because Next.js bundles instrumentation, pages and the API separately.
const globalState = globalThis as { crossRiverPayReplica?: Replica };

/** Returns the pool of DATABASE_REPLICA_URL, opened at the first use; undefined without this setting. */
function replica(): Replica | undefined {
  const url = env().databaseReplicaUrl;
  if (!url) return undefined;
  const opened = globalState.crossRiverPayReplica;
  if (opened?.url === url) return opened;
  const fresh = { ...connectDatabase(url, env().databasePoolSize), url, pausedUntil: 0, fault: undefined };
  globalState.crossRiverPayReplica = fresh;
  return fresh;
}

/** Closes the pool of the replica, if it was opened. */
export async function closeReplica(): Promise<void> {
  const opened = globalState.crossRiverPayReplica;
  globalState.crossRiverPayReplica = undefined;
  await opened?.pool.end();
}

/**
 * Runs a read on the replica if it has replayed everything that was committed on the primary before this call. This includes the caller's
 * own writes through any instance (docs/decisions/0030-read-replica.md). Otherwise, and if the replica fails during the read, runs it on
 * the primary, within the same wait budget. `run` may therefore run twice.
 */
export async function readFromReplicaIfFresh<Primary extends Queryable, T>(
  primary: Primary,
  run: (db: Primary | Database) => Promise<T>,
): Promise<T> {
  const target = replica();
  if (!target) return run(primary);
  if (performance.now() < target.pausedUntil || (await findFault(primary, target))) {
    reportReplicaReadToMetrics("primary");
    return run(primary);
  }
  try {
    const result = await withShareOfBudget(() => run(target.db));
    reportReplicaReadToMetrics("replica");
    return result;
  } catch (error) {
    if (!isReplicaFault(error)) throw error;
    log.warn({ err: error }, "a read failed on the replica and is repeated on the primary");
    if (!isReadConflict(error)) pause(target, UNAVAILABLE);
    reportReplicaReadToMetrics("primary");
    return run(primary);
  }
}

const UNAVAILABLE = "It does not answer.";
const BEHIND = "It is behind the primary.";

/** Checks the replica now. @returns why reads use the primary; undefined if they use the replica; null without a replica */
export async function checkReplica(primary: Queryable): Promise<string | undefined | null> {
  const target = replica();
  return target ? findFault(primary, target) : null;
}

async function findFault(primary: Queryable, target: Replica): Promise<string | undefined> {
  const position = await readWalPosition(primary).catch(() => null);
  // Returns a reason instead of throwing: if the primary fails, the read that follows on the primary reports its error.
  if (!position) return "The primary states no position of its log.";
  const fault = await waitUntilReplayed(target.db, position).catch(() => UNAVAILABLE);
  if (fault) pause(target, fault);
  else if (target.fault) {
    log.info("reads use the replica again");
    target.fault = undefined;
  }
  return fault;
}

function pause(target: Replica, fault: string): void {
  if (target.fault !== fault) log.warn({ reason: fault }, "reads do not use the replica");
  target.fault = fault;
  target.pausedUntil = performance.now() + PAUSE_MS;
}

/** Returns the position up to which the primary has flushed its write-ahead log. PostgreSQL acknowledges a commit only after that. */
export async function readWalPosition(primary: Queryable): Promise<WalPosition | undefined> {
  const { rows } = await primary.execute<WalPosition>(
    sql`select pg_current_wal_flush_lsn()::text as lsn, (select system_identifier::text from pg_control_system()) as cluster`,
  );
  return rows[0];
}

/**
 * Waits up to REPLICA_CATCH_UP_MS until the replica has replayed the position.
 * @returns why the replica can't be used; undefined if it can
 */
export async function waitUntilReplayed(replicaDb: Database, position: WalPosition): Promise<string | undefined> {
  const startedAt = performance.now();
  return withinOuterBudget(CHECK_LIMIT_MS, async () => {
    for (let waitMs = 2; ; waitMs *= 2) {
      const { rows } = await replicaDb.execute<{
        standby: boolean;
        sameCluster: boolean;
        replayed: boolean | null;
      }>(sql`
        select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= ${position.lsn}::pg_lsn as replayed,
          (select system_identifier::text from pg_control_system()) = ${position.cluster} as "sameCluster"`);
      const [state] = rows;
      if (!state?.standby) return "It is not a standby.";
      if (!state.sameCluster) return "It is a standby of another primary.";
      if (state.replayed) return undefined;
      const leftMs = REPLICA_CATCH_UP_MS - (performance.now() - startedAt);
      if (leftMs <= 0) return BEHIND;
      await delay(Math.min(waitMs, leftMs));
    }
  });
}

const withShareOfBudget = <T>(run: () => Promise<T>): Promise<T> => {
  const budget = currentWaitBudget();
  return budget ? withinOuterBudget(budget.left * REPLICA_SHARE, run) : run();
};

/** Runs `run` with a wait budget of its own, at most `ms`. The call's budget is reduced by the whole duration of `run`. */
async function withinOuterBudget<T>(ms: number, run: () => Promise<T>): Promise<T> {
  const budget = currentWaitBudget();
  const stopWait = budget?.wait();
  try {
    return await withWaitBudget(Math.min(ms, budget?.left ?? ms), run);
  } finally {
    stopWait?.();
  }
}

/** SQLSTATE classes of errors that only the replica may have: connection, read-only, conflict with recovery, shutdown, data files. */
const REPLICA_FAULT_CLASSES = new Set(["08", "0A", "25", "40", "53", "55", "57", "58", "XX"]);
/** SQLSTATE of a statement timeout. Not a fault of the replica, because the statement would be too slow on the primary too. */
const STATEMENT_TIMEOUT = "57014";
const NETWORK_FAULT = /^E[A-Z]+$/;

/** Returns true if the replica, and not the call's input, caused the error. */
export function isReplicaFault(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : undefined;
    if (code === STATEMENT_TIMEOUT) return false;
    if (code?.length === 5 && REPLICA_FAULT_CLASSES.has(code.slice(0, 2))) return true;
    if (code && NETWORK_FAULT.test(code)) return true;
    if (/Connection terminated|timeout exceeded|Query read timeout|not queryable/.test(cause.message)) return true;
  }
  return false;
}

/**
 * Returns true if the replica refused only this read, because replaying a change cancelled the read, or because the read tried to write.
 */
function isReadConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && ["40001", "40P01", "25006", "0A000"].includes(String(cause.code))) return true;
  return false;
}
