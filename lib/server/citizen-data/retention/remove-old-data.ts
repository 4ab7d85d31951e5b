import "server-only";
import { asc, eq, isNull } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { retentionRuns } from "@/lib/server/db/schema/citizen-data";
import { isStopping } from "@/lib/server/process/stopping";
import { RETENTION_RECORD } from "./periods";
import { RETENTION_STEPS } from "./rules";

const BATCH_ROWS = 200;
const BATCHES_PER_TURN = 50;

/** Carries out approved removals in small transactions. A timed task; another server skips a run that is locked. */
export async function removeOldData(db: Database): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_TURN && !isStopping(); batch++)
    if (!(await inTransaction(db, removeBatch))) return;
}

/** Removes one batch of the oldest unfinished run, or finishes it. @returns false if there is nothing to do */
async function removeBatch(tx: Transaction): Promise<boolean> {
  const [run] = await tx
    .select()
    .from(retentionRuns)
    .where(isNull(retentionRuns.finishedAt))
    .orderBy(asc(retentionRuns.approvedAt))
    .limit(1)
    .for("update", { skipLocked: true });
  if (!run) return false;
  const isRun = eq(retentionRuns.id, run.id);
  for (const [index, step] of run.steps.entries()) {
    const removed = await RETENTION_STEPS[step.rule].remove(tx, new Date(step.before), BATCH_ROWS);
    if (!removed) continue;
    const steps = run.steps.with(index, { ...step, removed: step.removed + removed });
    await tx.update(retentionRuns).set({ steps }).where(isRun);
    return true;
  }
  await tx.update(retentionRuns).set({ finishedAt: new Date() }).where(isRun);
  const removed = Object.fromEntries(run.steps.map((step) => [step.rule, step.removed]));
  await appendAudit(
    tx,
    systemRow("user.finishRetention", { record: RETENTION_RECORD, after: { run: run.id, removed } }),
  );
  return true;
}
