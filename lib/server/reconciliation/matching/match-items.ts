import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { MatchRule } from "@/lib/contract/reconciliation.values";
import { formatCount } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { reconciliationItems, reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { isOpenItemSql, LAGOS_TODAY, readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { storeProposedMatches } from "./apply-groups";
import { storeFindings } from "./findings";
import { createMatchingTables } from "./prepare-items";
import { MATCHING_RULES, type MatchLimits } from "./rules";
import { runRules } from "./run-rules";

/** Maximum number of matches that one transaction makes. Its locks delay admins who match the same items manually. */
const MATCHES_PER_TRANSACTION = 20_000;
/** Time limit in ms of one SQL statement. A batch usually takes a tenth of this time. */
const STATEMENT_LIMIT = 60_000;

/** Value of `matched_on` during a run: yesterday. A change of limits during the run replaces it, so that the next run matches again. */
const RUNNING = sql`${LAGOS_TODAY} - 1`;

/**
 * Matches open items by all rules, then stores the findings of those that remain. Does nothing if a complete run included all items, with
 * the same limits, on the same Lagos day. Each batch is one transaction, so a killed run loses at most one batch, and the next run
 * continues. If another server matches at the same time, returns and leaves the remaining items to that server.
 * @returns number of new matches
 */
export async function matchOpenItems(db: Database, batch = MATCHES_PER_TRANSACTION): Promise<number> {
  const settings = await readReconciliationSettings(db);
  if (settings.startsOn === null || !(await isMatchingDue(db))) return 0;
  const through = await beginRun(db);
  let count = 0;
  for (;;) {
    if (isProcessStopping()) return count;
    const made = await inTransaction(db, (tx) => matchBatch(tx, batch));
    if (made === null) return count;
    count += made;
    if (made < batch) break;
  }
  await inTransaction(db, async (tx) => {
    if (await lockMatching(tx)) await finish(tx, through);
  });
  return count;
}

/**
 * Returns true if items are new, the Lagos day has changed since the last complete run, limits were changed, or a due item has no finding,
 * such as after an admin undid its match.
 */
async function isMatchingDue(db: Queryable): Promise<boolean> {
  const result = await db.execute<{ due: boolean }>(sql`select
    matched_on is distinct from ${LAGOS_TODAY} or exists (select 1 from reconciliation_items where id > matched_through)
      or exists (select 1 from ${reconciliationItems} where ${isOpenItemSql} and due_on <= ${LAGOS_TODAY} and finding is null) as due
    from reconciliation_settings`);
  return result.rows[0]?.due ?? false;
}

/**
 * Marks the run as begun.
 * @returns the largest item id. The lock ensures that no transaction with a smaller id is uncommitted. Null if another transaction has the
 * lock and may be inserting items; then the next run matches again
 */
const beginRun = (db: Database): Promise<number | null> =>
  inTransaction(db, async (tx) => {
    await tx.update(reconciliationSettings).set({ matchedOn: RUNNING });
    const lock = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('reconciliation')) as free`,
    );
    if (!lock.rows[0]?.free) return null;
    const last = await tx.execute<{ id: string | null }>(sql`select max(id) as id from reconciliation_items`);
    return Number(last.rows[0]?.id ?? 0);
  });

/**
 * Takes the lock of matching, and the lock that delays the closing of a day, until the transaction ends.
 * @returns false if another server matches
 */
async function lockMatching(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_LIMIT)}, true)
    where current_setting('statement_timeout') <> '0'`);
  const result = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.matching}) as free`,
  );
  if (!result.rows[0]?.free) return false;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('reconciliation'))`);
  return true;
}

const limitsOf = (tx: Transaction): Promise<MatchLimits> => readReconciliationSettings(tx);

/** Runs the rules until `batch` matches are made. @returns number of matches; null if another server matches */
async function matchBatch(tx: Transaction, batch: number): Promise<number | null> {
  if (!(await lockMatching(tx))) return null;
  await createMatchingTables(tx);
  let made = 0;
  const madeByRule: Partial<Record<MatchRule, number>> = {};
  await runRules(tx, MATCHING_RULES, await limitsOf(tx), async ({ rule }) => {
    const count = await storeProposedMatches(tx, rule, batch - made);
    made += count;
    if (count) madeByRule[rule] = (madeByRule[rule] ?? 0) + count;
    return made < batch;
  });
  const after = Object.fromEntries(Object.entries(madeByRule).map(([rule, count]) => [rule, formatCount(count)]));
  if (made) await appendAudit(tx, systemAuditRow("reconciliation.itemsMatched", { record: null, after }));
  return made;
}

/** Stores the findings, and marks the run as complete. */
async function finish(tx: Transaction, through: number | null): Promise<void> {
  const limits = await limitsOf(tx);
  await createMatchingTables(tx);
  await storeFindings(tx, limits);
  await tx
    .update(reconciliationSettings)
    .set({
      matchedOn: LAGOS_TODAY,
      ...(through !== null && { matchedThrough: sql`greatest(${reconciliationSettings.matchedThrough}, ${through})` }),
    })
    .where(
      and(
        eq(reconciliationSettings.matchedOn, RUNNING),
        eq(reconciliationSettings.amountLimit, limits.amountLimit),
        eq(reconciliationSettings.dayLimit, limits.dayLimit),
        eq(reconciliationSettings.nameLimit, limits.nameLimit),
      ),
    );
}
