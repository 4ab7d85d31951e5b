import "server-only";
import { and, asc, eq, isNull, notInArray } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { retentionRuns } from "@/lib/server/db/schema/citizen-data";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { RETENTION_RECORD } from "./periods";
import { hasOldData, RETENTION_STEPS } from "./rules";

const BATCH_ROWS = 200;
const BATCHES_PER_TURN = 50;

type Run = typeof retentionRuns.$inferSelect;
/** Removals that are not continued in this turn, because a batch failed or the remaining rows are locked. */
type PostponedRuns = Set<string>;

/**
 * Carries out approved removals in small transactions. A timed task; another server skips a run that is locked. A run
 * whose batch fails is tried again with the next turn, and does not block newer runs.
 * @throws the first error, after the other runs
 */
export async function removeOldData(db: Database): Promise<void> {
  const postponed: PostponedRuns = new Set();
  const errors: unknown[] = [];
  for (let batch = 0; batch < BATCHES_PER_TURN && !isProcessStopping(); batch++) {
    let current: Run | undefined;
    try {
      await inTransaction(db, async (tx) => {
        current = await lockOldestRun(tx, postponed);
        if (current && !(await removeBatch(tx, current))) postponed.add(current.id);
      });
      if (!current) break;
    } catch (error) {
      errors.push(error);
      if (!current) break;
      postponed.add(current.id);
    }
  }
  if (errors.length) throw errors[0];
}

async function lockOldestRun(tx: Transaction, postponed: PostponedRuns): Promise<Run | undefined> {
  const [run] = await tx
    .select()
    .from(retentionRuns)
    .where(and(isNull(retentionRuns.finishedAt), notInArray(retentionRuns.id, [...postponed])))
    .orderBy(asc(retentionRuns.approvedAt))
    .limit(1)
    .for("update", { skipLocked: true });
  return run;
}

/** Removes one batch of a removal, or finishes the removal. @returns false if all remaining rows are locked */
async function removeBatch(tx: Transaction, run: Run): Promise<boolean> {
  const isRun = eq(retentionRuns.id, run.id);
  for (const [index, step] of run.steps.entries()) {
    const removed = await RETENTION_STEPS[step.rule].remove(tx, new Date(step.before), BATCH_ROWS, run.id);
    if (!removed) continue;
    const steps = run.steps.with(index, { ...step, removed: step.removed + removed });
    await tx.update(retentionRuns).set({ steps }).where(isRun);
    return true;
  }
  for (const { rule, before } of run.steps) if (await hasOldData(tx, rule, new Date(before))) return false;
  await tx.update(retentionRuns).set({ finishedAt: new Date() }).where(isRun);
  const removed = Object.fromEntries(run.steps.map((step) => [step.rule, step.removed]));
  await appendAudit(
    tx,
    systemAuditRow("user.finishRetention", { record: RETENTION_RECORD, after: { run: run.id, removed } }),
  );
  return true;
}
