import "server-only";
import { and, asc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { webhookReplay } from "@/lib/contract/app-config-webhooks";
import { formatCount, formatTotal } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { type WebhookReplay, webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { countUpToCap } from "@/lib/server/lists/list";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { lockRecord } from "@/lib/server/records/version";
import { requeueDeliveries } from "./deliveries";
import { endpointRecordRef } from "./endpoint-record";
import { lockEnabledEndpoint, readEndpoint } from "./endpoints";
import { endpointReceivesEvents } from "./known-apps";

type Input = z.output<typeof webhookReplay>;
/** Number of deliveries that one database transaction queues again. */
const STEP_SIZE = 500;

const failedBetween = (endpointId: string, from: Date, until: Date) =>
  and(
    eq(webhookDeliveries.endpointId, endpointId),
    eq(webhookDeliveries.state, "failed"),
    gte(webhookDeliveries.createdAt, from),
    lt(webhookDeliveries.createdAt, until),
  );

/** SQL condition: the delivery failed before the replay started. If a replay included its own failures, it might never end. */
const failedBefore = (startedAt: Date) =>
  and(
    lt(webhookDeliveries.createdAt, startedAt),
    or(isNull(webhookDeliveries.lastAttemptAt), lt(webhookDeliveries.lastAttemptAt, startedAt)),
  );

/** Counts the failed deliveries of a period, up to a cap. @throws 404 */
export async function countFailedDeliveries(db: Queryable, { endpointId, from, to }: Input) {
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  if (!endpoint) throw refuse.notFound("webhook endpoint");
  const where = failedBetween(endpointId, startOfDay(from), endOfDay(to));
  const { total, totalIsCapped } = await countUpToCap(db, webhookDeliveries, where);
  return { count: total, count_is_capped: totalIsCapped };
}

/**
 * Starts to send all failed deliveries of a period again. A timed task queues them in steps, and leaves out deliveries that fail after this call.
 * @throws 404; 409 if nothing failed in the period, the endpoint is disabled, or a replay is running
 */
export async function startWebhookReplay({ tx, audit }: WriteContext, input: Input) {
  const endpoint = await lockEnabledEndpoint(tx, input.endpointId);
  if (endpoint.replay?.running)
    throw refuse.conflict(
      "A replay is running for this endpoint. Wait until it is done, or stop it.",
      await readEndpoint(tx, endpoint),
    );
  const { count: total, count_is_capped: totalIsCapped } = await countFailedDeliveries(tx, input);
  if (!total) throw refuse.conflict("Nothing failed in this period. Choose another one.");
  const [from, until] = [startOfDay(input.from), endOfDay(input.to)].map((at) => at.toISOString()) as [string, string];
  const startedAt = await readClock(tx);
  const replay: WebhookReplay = { from, until, total, totalIsCapped, done: 0, after: null, running: true, startedAt };
  const started = await setReplay(tx, endpoint.id, replay);
  audit({
    record: endpointRecordRef(endpoint),
    after: { replay_from: input.from, replay_to: input.to, events: totalIsCapped ? formatTotal(total, true) : total },
  });
  return started;
}

/** Returns the time of the database, which also sets the times of attempts. */
async function readClock(tx: Transaction): Promise<string> {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return new Date(rows[0]?.ms ?? Date.now()).toISOString();
}

/** Stops a replay. Deliveries that the replay has queued are still sent. @throws 404; 409 if no replay is running */
export async function cancelWebhookReplay({ tx, audit }: WriteContext, { endpointId }: { endpointId: string }) {
  const endpoint = await lockRecord(tx, webhookEndpoints, endpointId, "webhook endpoint");
  if (!endpoint.replay?.running)
    throw refuse.conflict(
      "No replay is running for this endpoint. It may be done already.",
      await readEndpoint(tx, endpoint),
    );
  const { done, total, totalIsCapped } = endpoint.replay;
  const stopped = await setReplay(tx, endpoint.id, { ...endpoint.replay, running: false });
  audit({
    record: endpointRecordRef(endpoint),
    after: { replay_stopped_at: `${formatCount(done)} of ${formatTotal(total, totalIsCapped ?? false)}` },
  });
  return stopped;
}

/** Continues all running replays, as a timed task. Several servers may run it: each step locks its endpoint. */
export async function runWebhookReplays(db: Database): Promise<number> {
  for (let count = 0; ; count++) if (isProcessStopping() || !(await db.transaction(replayStep))) return count;
}

/**
 * Queues the next deliveries of one replay. Skips locked deliveries, because waiting for them could deadlock: this step has locked the
 * endpoint, but single replays and attempts lock the delivery first. Those transactions send the skipped deliveries. @returns false if no
 * replay is running
 */
async function replayStep(tx: Transaction): Promise<boolean> {
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.replay} ->> 'running' = 'true'`)
    .limit(1)
    .for("update", { skipLocked: true });
  const replay = endpoint?.replay;
  if (!replay) return false;
  const { id, createdAt } = webhookDeliveries;
  const after =
    replay.after && sql`(${createdAt}, ${id}) > (${replay.after.at}::timestamptz, ${replay.after.id}::uuid)`;
  const found = (await endpointReceivesEvents(tx, endpoint))
    ? await tx
        .select({ id, createdAt })
        .from(webhookDeliveries)
        .where(
          and(
            failedBetween(endpoint.id, new Date(replay.from), new Date(replay.until)),
            replay.startedAt ? failedBefore(new Date(replay.startedAt)) : undefined,
            after ?? undefined,
          ),
        )
        .orderBy(asc(createdAt), asc(id))
        .limit(STEP_SIZE)
        .for("update", { skipLocked: true })
    : [];
  const queued = await requeueDeliveries(
    tx,
    found.map((each) => each.id),
  );
  const last = found.at(-1);
  await setReplay(tx, endpoint.id, {
    ...replay,
    done: replay.done + queued.length,
    after: last ? { at: last.createdAt.toISOString(), id: last.id } : replay.after,
    running: found.length === STEP_SIZE,
  });
  return true;
}

async function setReplay(tx: Transaction, endpointId: string, replay: WebhookReplay) {
  const [changed] = await tx
    .update(webhookEndpoints)
    .set({ replay })
    .where(eq(webhookEndpoints.id, endpointId))
    .returning();
  if (!changed) throw new Error(`Endpoint ${endpointId} vanished.`);
  return readEndpoint(tx, changed);
}
