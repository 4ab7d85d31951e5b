import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { hasAppKeySql } from "@/lib/server/app-api/known-apps";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import { webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { dueTime } from "@/lib/server/outbox/due-time";
import { isProcessStopping, runUntil } from "@/lib/server/process/stopping";
import { disableFailingEndpoint } from "./disable-endpoint";
import { endpointReceivesEvents } from "./known-apps";
import { postWebhook, WEBHOOK_ATTEMPT_LIMIT_MS, type WebhookAttempt } from "./post";
import { decryptWebhookSecret, signedWebhookHeaders } from "./sign";

/** Maximum parallel requests to one endpoint per copy of this module. A server has two copies: Next.js bundles timers and the API separately. */
const PARALLEL_PER_ENDPOINT = 4;
/**
 * Time in ms for which a run after a write starts attempts, before the timed task continues. A started attempt may take
 * `WEBHOOK_ATTEMPT_LIMIT_MS` longer.
 */
const RUN_LIMIT_MS = 10_000;
/**
 * Time in ms for which the timed task starts attempts. It runs every 15 s unless it is still running, so it ends before the fourth run is
 * due.
 */
export const WEBHOOK_TASK_LIMIT_MS = 45_000;
/** Interval in ms at which a run that waits for a slow endpoint searches for due events of the other endpoints. */
const LOOK_INTERVAL_MS = 1_000;
/** Seconds after which a claim expires if the server crashed. Longer than an attempt may take. */
const CLAIM_SECONDS = (4 * WEBHOOK_ATTEMPT_LIMIT_MS) / 1_000;
/** Seconds between two attempts: eight attempts in about 25 hours. Each wait varies by a fifth, so that retries spread. */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 21_600, 57_600] as const;

type Endpoint = typeof webhookEndpoints.$inferSelect;
type Delivery = typeof webhookDeliveries.$inferSelect;
/** `tries`: attempts since the event was queued or replayed, including the current attempt. */
type ClaimedDelivery = { id: bigint; deliveryId: string; tries: number };

/** Endpoints that this process sends to now. `again`: more events were queued after its last query for due events. */
const busyEndpoints = new Map<string, { again: boolean }>();

/**
 * Sends due events, after a write and as a timed task. Each endpoint has its own queue, so that a slow one delays only itself. Several
 * instances may run it concurrently: each event is claimed for longer than an attempt takes. After a crash between sending and storing the
 * result, the event is sent again with the same `webhook-id`.
 * @param limitMs time in ms during which attempts are started
 * @returns number of delivered events
 */
export const deliverWebhooks = (
  db: Database,
  send: typeof postWebhook = postWebhook,
  limitMs = RUN_LIMIT_MS,
): Promise<number> =>
  runUntil(Date.now() + limitMs, async () => {
    let delivered = 0;
    const running = new Set<Promise<void>>();
    do {
      for (const id of await dueEndpoints(db)) {
        const one: Promise<void> = deliverToEndpoint(db, id, send)
          .then((count) => {
            delivered += count;
          })
          .finally(() => running.delete(one));
        running.add(one);
      }
      await Promise.race([Promise.all(running), delay(LOOK_INTERVAL_MS, undefined, { ref: false })]);
    } while (running.size && !isProcessStopping());
    await Promise.all(running);
    return delivered;
  });

/**
 * Returns SQL for the time up to which events of the endpoint `e` are due. Events of an app without a key are due a day later, and then
 * fail. The delay covers a deployment that adds a key: other servers may already have the key.
 */
const dueUntil = () => sql`
  case when e.enabled and not ${hasAppKeySql(sql`e.app`)} then now() - interval '1 day' else ${dueTime} end`;

async function dueEndpoints(db: Database): Promise<string[]> {
  const due = await db.execute<{ id: string }>(sql`
    select e.id from webhook_endpoints e cross join lateral (
      select 1 from outbox o where o.kind = 'webhook' and (o.payload ->> 'endpointId') = e.id::text
        and o.next_attempt_at <= ${dueUntil()}
      limit 1) one`);
  return due.rows.map(({ id }) => id);
}

/** Sends the due events of one endpoint, unless this process already does. */
async function deliverToEndpoint(db: Database, endpointId: string, send: typeof postWebhook): Promise<number> {
  const running = busyEndpoints.get(endpointId);
  if (running) {
    running.again = true;
    return 0;
  }
  const own = { again: true };
  busyEndpoints.set(endpointId, own);
  let delivered = 0;
  try {
    while (own.again && !isProcessStopping()) {
      own.again = false;
      for (;;) {
        const claimed = isProcessStopping() ? [] : await claimDue(db, endpointId);
        if (!claimed.length) break;
        const results = await Promise.all(claimed.map((one) => deliverOne(db, one, send)));
        delivered += results.filter(Boolean).length;
      }
    }
  } finally {
    busyEndpoints.delete(endpointId);
  }
  return delivered;
}

async function claimDue(db: Database, endpointId: string): Promise<ClaimedDelivery[]> {
  const claimed = await db.execute<{ id: string; delivery_id: string; attempts: number }>(sql`
    update outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id in (
      select id from outbox where kind = 'webhook' and (payload ->> 'endpointId') = ${endpointId}
        and next_attempt_at <= (select ${dueUntil()} from webhook_endpoints e where e.id = ${endpointId})
      order by next_attempt_at, id limit ${PARALLEL_PER_ENDPOINT} for update skip locked)
    returning id, payload ->> 'deliveryId' as delivery_id, attempts`);
  return claimed.rows.map((row) => ({ id: BigInt(row.id), deliveryId: row.delivery_id, tries: row.attempts }));
}

/** Makes one attempt and stores its result. After an exception, the delivery is retried when its claim ends. @returns true if delivered */
async function deliverOne(db: Database, claimed: ClaimedDelivery, send: typeof postWebhook): Promise<boolean> {
  try {
    const [found] = await db
      .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookDeliveries.id, claimed.deliveryId));
    if (!found) {
      await db.delete(outbox).where(eq(outbox.id, claimed.id));
      return false;
    }
    const { delivery, endpoint } = found;
    const attempt = (await endpointReceivesEvents(db, endpoint))
      ? await attemptDelivery(endpoint, delivery, send)
      : null;
    return await inTransaction(db, (tx) => storeAttempt(tx, { claimed, endpoint, delivery, attempt }));
  } catch (error) {
    log.warn({ err: error, deliveryId: claimed.deliveryId }, "a webhook could not be sent");
    return false;
  }
}

/** Signs and sends one event. A secret that can't be decrypted, because APP_SECRET has changed, counts as a failed attempt. */
function attemptDelivery(
  endpoint: Endpoint,
  delivery: Delivery,
  send: typeof postWebhook,
): Promise<WebhookAttempt> | WebhookAttempt {
  let headers: ReturnType<typeof headersFor>;
  try {
    headers = headersFor(endpoint, delivery);
  } catch (error) {
    log.error({ err: error, endpointId: endpoint.id }, "the secret of a webhook endpoint can't be decrypted");
    return { status: null, problem: "The secret can't be read. Make a new one.", response: null, durationMs: 0 };
  }
  return send(endpoint.url, headers, delivery.body);
}

function headersFor(endpoint: Endpoint, { id, body }: Delivery) {
  const isRotating = endpoint.previousSecret && endpoint.previousUntil && endpoint.previousUntil > new Date();
  const encrypted =
    isRotating && endpoint.previousSecret ? [endpoint.secret, endpoint.previousSecret] : [endpoint.secret];
  const at = Math.floor(Date.now() / 1_000);
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "CrossRiverPay-Webhooks/1",
    ...signedWebhookHeaders(encrypted.map(decryptWebhookSecret), { id, at, body }),
  };
}

type TryResult = { claimed: ClaimedDelivery; endpoint: Endpoint; delivery: Delivery; attempt: WebhookAttempt | null };

/** Stores an attempt's result: done, next attempt, or given up. `attempt` is null if the endpoint gets no events now. */
async function storeAttempt(tx: Transaction, { claimed, endpoint, delivery, attempt }: TryResult): Promise<boolean> {
  const isDelivered = attempt?.status != null && attempt.status >= 200 && attempt.status < 300;
  const wait = attempt && !isDelivered && attempt.status !== 410 ? WEBHOOK_RETRY_SECONDS[claimed.tries - 1] : undefined;
  const seconds = wait === undefined ? null : wait * (0.8 + Math.random() * 0.4);
  const next = seconds === null ? sql`null` : sql`now() + make_interval(secs => ${seconds})`;
  const isOurs = eq(outbox.id, claimed.id);
  // If another instance took over the expired claim, only that instance stores its result.
  const held = await tx
    .select({ attempts: outbox.attempts })
    .from(outbox)
    .where(and(isOurs, eq(outbox.attempts, claimed.tries)))
    .for("update");
  if (!held.length) return isDelivered;
  if (seconds === null) await tx.delete(outbox).where(isOurs);
  else await tx.update(outbox).set({ nextAttemptAt: next }).where(isOurs);
  await tx
    .update(webhookDeliveries)
    .set({
      state: isDelivered ? "delivered" : seconds === null ? "failed" : "pending",
      nextAttemptAt: next,
      ...(attempt
        ? {
            attempts: sql`${webhookDeliveries.attempts} + 1`,
            lastAttemptAt: sql`now()`,
            status: attempt.status,
            durationMs: attempt.durationMs,
            problem: attempt.problem,
            response: attempt.response,
          }
        : {
            problem: endpoint.enabled
              ? `The app ${endpoint.app} has no valid key.`
              : "The endpoint was disabled before this event was sent.",
          }),
    })
    .where(eq(webhookDeliveries.id, delivery.id));
  if (!attempt) return false;
  await tx
    .update(webhookEndpoints)
    .set(
      isDelivered
        ? { lastSuccessAt: sql`now()`, failingSince: null }
        : { lastFailureAt: sql`now()`, failingSince: sql`coalesce(${webhookEndpoints.failingSince}, now())` },
    )
    .where(eq(webhookEndpoints.id, endpoint.id));
  if (!isDelivered) await disableFailingEndpoint(tx, endpoint.id, attempt.status);
  return isDelivered;
}
