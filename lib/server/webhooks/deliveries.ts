import "server-only";
import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { WebhookDelivery, webhookCalls } from "@/lib/contract/app-config-webhooks";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { DeliveryState } from "@/lib/contract/webhooks.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import { webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { endpointRecordRef } from "./endpoint-record";
import { lockEnabledEndpoint } from "./endpoints";

type ListInput = InputOf<typeof webhookCalls.webhookDeliveries>;
type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Lists deliveries, newest first by default. Those of deleted endpoints are left out. */
export async function listDeliveries(db: Queryable, input: ListInput) {
  const endpoints = await db.select().from(webhookEndpoints);
  const names = new Map(endpoints.map(({ id, name }) => [id, name]));
  const { endpointId, state, type, createdAt, id } = webhookDeliveries;
  const where = and(
    inArray(endpointId, input.endpoint ? [input.endpoint] : [...names.keys()]),
    input.endpoint ? inArray(endpointId, [...names.keys()]) : undefined,
    input.state ? inArray(state, splitChoiceList<DeliveryState>(input.state)) : undefined,
    input.type ? eq(type, input.type) : undefined,
    input.from ? gte(createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(createdAt, endOfDay(input.to)) : undefined,
  );
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(where)
    .orderBy(orderByClause(input.sort ?? "-created_at", { created_at: [createdAt] }, id))
    .limit(input.size)
    .offset(input.page * input.size);
  const count = await countUpToCap(db, webhookDeliveries, where);
  const items = rows.map((row) => toDelivery(row, names.get(row.endpointId) ?? ""));
  return toPagedList(input, items, count);
}

/** Sends an event again, with the same id and body. @throws 404; 409 while the event waits for an attempt, or if its endpoint is disabled */
export async function replayDelivery({ tx, audit }: WriteContext, { deliveryId }: { deliveryId: string }) {
  const [delivery] = await tx
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, deliveryId))
    .for("update");
  if (!delivery) throw refuse.notFound("delivery");
  const endpoint = await lockEnabledEndpoint(tx, delivery.endpointId);
  if (delivery.state === "pending")
    throw refuse.conflict("This event waits for its next attempt already.", toDelivery(delivery, endpoint.name));
  const [queued] = await requeueDeliveries(tx, [delivery.id]);
  if (!queued) throw new Error(`Delivery ${delivery.id} vanished.`);
  audit({ record: endpointRecordRef(endpoint), after: { replayed: delivery.id, type: delivery.type } });
  return toDelivery(queued, endpoint.name);
}

/** Queues these deliveries again; none of them may be waiting. The caller has locked them or their endpoint. */
export async function requeueDeliveries(tx: Transaction, ids: readonly string[]): Promise<DeliveryRow[]> {
  const rows = await tx
    .update(webhookDeliveries)
    .set({ state: "pending", nextAttemptAt: sql`now()` })
    .where(inArray(webhookDeliveries.id, [...ids]))
    .returning();
  const payloads = rows.map(({ id, endpointId }) => ({ deliveryId: id, endpointId }));
  if (rows.length) await tx.insert(outbox).values(payloads.map((payload) => ({ kind: "webhook" as const, payload })));
  return rows;
}

const toDelivery = (row: DeliveryRow, endpointName: string): WebhookDelivery => ({
  id: row.id,
  endpoint: { id: row.endpointId, name: endpointName },
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  created_at: row.createdAt.toISOString(),
  last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  status: row.status,
  duration_ms: row.durationMs,
  problem: row.problem,
  body: row.body,
  response: row.response,
});
