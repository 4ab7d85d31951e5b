import "server-only";
import { and, asc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/server/api/transaction";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";
import { providerEvents } from "@/lib/server/db/schema/provider";
import { isTimeUp } from "@/lib/server/process/stopping";
import { saveOperationOutcomes } from "@/lib/server/status/record-outcome";
import { processProviderEvent } from "./process-event";

/** Days for which a processed webhook is kept. It can be deleted afterwards, because the payment's history contains its effects. */
const KEPT_DAYS = 90;
/** Seconds for which a claimed webhook is not processed by another server. */
const CLAIM_SECONDS = 60;

/**
 * Processes stored webhooks, oldest first. Several servers may run it concurrently. A report that fails is tried again
 * after an increasing wait, at most 10 minutes.
 * @returns number of processed reports
 */
export async function processStoredProviderEvents(db: Database): Promise<number> {
  let processedCount = 0;
  for (let due = await claimNext(db); due; due = isTimeUp() ? undefined : await claimNext(db)) {
    const { id, provider, report, address, device } = due;
    const caller = { address, device, requestId: "" };
    try {
      await inTransaction(db, async (tx) => {
        const outcome = await processProviderEvent(tx, provider, report, caller);
        await tx.update(providerEvents).set({ processedAt: new Date(), outcome }).where(eq(providerEvents.id, id));
      });
      processedCount++;
    } catch (error) {
      log.error({ err: error, eventId: report.eventId, attempts: due.attempts }, "a webhook could not be processed");
      await db
        .update(providerEvents)
        .set({
          nextAttemptAt: sql`now() + make_interval(secs => least(power(2, least(${providerEvents.attempts}, 10)) * 5, 600))`,
        })
        .where(eq(providerEvents.id, id));
    }
  }
  // Without timers, saves the outcomes of provider calls for System Status now: the next cron call may reach another instance.
  if (processedCount && !env().timers) await saveOperationOutcomes(db);
  return processedCount;
}

async function claimNext(db: Database) {
  const next = db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNull(providerEvents.processedAt), lte(providerEvents.nextAttemptAt, sql`now()`)))
    .orderBy(asc(providerEvents.nextAttemptAt), asc(providerEvents.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(providerEvents)
    .set({
      attempts: sql`${providerEvents.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`,
    })
    .where(eq(providerEvents.id, next))
    .returning();
  return claimed;
}

/** Deletes webhooks that were processed more than 90 days ago. @returns number of deleted webhooks */
export async function deleteOldProviderEvents(db: Database): Promise<number> {
  const deleted = await db
    .delete(providerEvents)
    .where(lt(providerEvents.processedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
  return deleted.rowCount ?? 0;
}
