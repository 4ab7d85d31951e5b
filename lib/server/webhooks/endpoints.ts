import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type {
  WebhookEndpoint,
  webhookEndpointCreation,
  webhookEndpointUpdate,
} from "@/lib/contract/app-config-webhooks";
import {
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_SECRET_ROTATION_HOURS,
  type WebhookEvent,
} from "@/lib/contract/webhooks.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { listAppsWithKey } from "@/lib/server/app-api/known-apps";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { lockExpectedVersion, lockRecord, updateVersionedRecord } from "@/lib/server/records/version";
import { encryptForStorage } from "@/lib/server/secrets/write-keys";
import { queueDeliveriesSql, webhookBodySql } from "./emit";
import { type EndpointRow, endpointRecordRef } from "./endpoint-record";
import { createWebhookSecret } from "./sign";
import { webhookUrlProblem } from "./target";

type EndpointVersion = { endpointId: string; version: number };

/** Returns the endpoints, by app and name, and the apps that have a key, to which an endpoint can belong. */
export async function listEndpoints(db: Queryable) {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.app), asc(webhookEndpoints.name), asc(webhookEndpoints.id));
  const apps = await listAppsWithKey(db);
  return { items: rows.map((row) => toEndpoint(row, apps)), apps };
}

/** Adds an endpoint. @returns the endpoint with its secret @throws 400 for an invalid app or URL; 409 if the app has this URL */
export async function createEndpoint({ tx, audit }: WriteContext, input: z.output<typeof webhookEndpointCreation>) {
  const apps = await listAppsWithKey(tx);
  if (!apps.length)
    throw refuse.conflict(
      "No app has a key yet. Make one in App Configurations, Notifications, App keys. Then add the endpoint.",
    );
  if (!apps.includes(input.app)) {
    const message = `Choose one of these apps: ${apps.join(", ")}.`;
    throw refuse.badInput(message, { app: message });
  }
  // Makes concurrent calls of createEndpoint wait for this lock, so that each counts the endpoints that earlier calls created.
  await tx.execute(sql`lock table webhook_endpoints in share row exclusive mode`);
  if ((await tx.$count(webhookEndpoints)) >= WEBHOOK_ENDPOINTS_MAX)
    throw refuse.conflict(`There are ${WEBHOOK_ENDPOINTS_MAX} endpoints already. Delete one that is no longer used.`);
  const url = validUrl(input.url);
  await refuseDuplicate(tx, { app: input.app, url });
  const secret = createWebhookSecret();
  const [created] = await tx
    .insert(webhookEndpoints)
    .values({
      id: uuid(),
      app: input.app,
      ...endpointColumns(input),
      url,
      secret: await encryptForStorage(tx, secret, "webhook-secret"),
    })
    .returning();
  if (!created) throw new Error("The endpoint was not inserted.");
  audit({ record: endpointRecordRef(created), after: { app: created.app, ...auditFieldsOf(created) } });
  return { ...toEndpoint(created, apps), secret };
}

/** Changes an endpoint. Enabling it restarts the count of failures. @throws 404; 400 for an invalid URL; 409 if the URL is taken or the endpoint changed */
export async function updateEndpoint({ tx, audit }: WriteContext, input: z.output<typeof webhookEndpointUpdate>) {
  const before = await lockVersion(tx, input);
  const url = validUrl(input.url);
  await refuseDuplicate(tx, { app: before.app, url }, before.id);
  const wasEnabled = before.enabled || !input.enabled;
  const changed = await updateVersionedRecord(tx, webhookEndpoints, before.id, {
    ...endpointColumns(input),
    url,
    ...(wasEnabled ? {} : { failingSince: null }),
    ...(!before.enabled && !input.enabled ? { disabledReason: before.disabledReason } : {}),
  });
  audit({ record: endpointRecordRef(changed), before: auditFieldsOf(before), after: auditFieldsOf(changed) });
  return readEndpoint(tx, changed);
}

/** Deletes an endpoint. A timed task deletes its log. @throws 404; 409 with the current endpoint if it has changed */
export async function deleteEndpoint({ tx, audit }: WriteContext, input: EndpointVersion) {
  const removed = await lockVersion(tx, input);
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, removed.id));
  audit({ record: endpointRecordRef(removed), before: { app: removed.app, ...auditFieldsOf(removed) } });
  return { id: removed.id };
}

/**
 * Creates a new secret. The old secret signs too until `WEBHOOK_SECRET_ROTATION_HOURS` have passed. @throws 404; 409 if the endpoint has changed
 */
export async function rotateWebhookSecret({ tx, audit }: WriteContext, input: EndpointVersion) {
  const before = await lockVersion(tx, input);
  const secret = createWebhookSecret();
  const changed = await updateVersionedRecord(tx, webhookEndpoints, before.id, {
    secret: await encryptForStorage(tx, secret, "webhook-secret"),
    previousSecret: before.secret,
    previousUntil: sql`now() + make_interval(hours => ${WEBHOOK_SECRET_ROTATION_HOURS})`,
  });
  const rotated = await readEndpoint(tx, changed);
  audit({ record: endpointRecordRef(changed), after: { old_secret_until: rotated.old_secret_until } });
  return { ...rotated, secret };
}

/** Queues a test event for one endpoint. @throws 404; 409 if it is disabled or its app has no key */
export async function queueTestWebhook({ tx, audit }: WriteContext, { endpointId }: { endpointId: string }) {
  const endpoint = await lockEnabledEndpoint(tx, endpointId);
  const id = uuid();
  const data = sql`jsonb_build_object('id', ${id}::uuid, 'user_id', null, 'external_id', null, 'state', null, 'version', null)`;
  await tx.execute(sql`
    with queued as (
      insert into webhook_deliveries (id, endpoint_id, type, body, next_attempt_at)
      values (${id}, ${endpoint.id}, 'webhook.test', ${webhookBodySql(sql`'webhook.test'`, data)}, now())
      returning id, endpoint_id
    ) ${queueDeliveriesSql(sql`queued`)}`);
  audit({ record: endpointRecordRef(endpoint), after: { test: id } });
  return { delivery_id: id };
}

/** Locks an endpoint that can receive events. @throws 404; 409 if it is disabled or its app has no key */
export async function lockEnabledEndpoint(tx: Transaction, endpointId: string): Promise<EndpointRow> {
  const endpoint = await lockRecord(tx, webhookEndpoints, endpointId, "webhook endpoint");
  const current = await readEndpoint(tx, endpoint);
  if (!endpoint.enabled) throw refuse.conflict("This endpoint is disabled. Enable it first.", current);
  if (!current.app_has_key)
    throw refuse.conflict(
      `The app ${endpoint.app} has no valid key. Make one in App Configurations, Notifications, App keys, or delete the endpoint.`,
      current,
    );
  return endpoint;
}

const lockVersion = (tx: Transaction, { endpointId, version }: EndpointVersion) =>
  lockExpectedVersion(
    tx,
    webhookEndpoints,
    { id: endpointId, version },
    { noun: "webhook endpoint", current: (row) => readEndpoint(tx, row) },
  );

function validUrl(typed: string): string {
  const problem = webhookUrlProblem(typed);
  if (problem) throw refuse.badInput(problem, { url: problem });
  return new URL(typed).href;
}

async function refuseDuplicate(tx: Transaction, { app, url }: { app: string; url: string }, exceptId?: string) {
  const rows = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.url, url));
  const same = rows.find((each) => each.app === app && each.id !== exceptId);
  if (same) throw refuse.conflict(`${same.name} has this address already. Change it, or make a new secret for it.`);
}

const endpointColumns = ({
  name,
  events,
  enabled,
}: Pick<z.output<typeof webhookEndpointUpdate>, "name" | "events" | "enabled">) => ({
  name,
  events,
  enabled,
  disabledReason: enabled ? null : ("admin" as const),
});

const auditFieldsOf = ({ name, url, events, enabled, disabledReason }: EndpointRow) => ({
  name,
  url,
  events: events ?? "all",
  enabled,
  disabled_reason: disabledReason,
});

/** Converts an endpoint's row for the API. */
export const readEndpoint = async (db: Queryable, row: EndpointRow): Promise<WebhookEndpoint> =>
  toEndpoint(row, await listAppsWithKey(db));

function toEndpoint(row: EndpointRow, apps: readonly string[]): WebhookEndpoint {
  const isRotating = row.previousUntil !== null && row.previousUntil > new Date();
  return {
    id: row.id,
    name: row.name,
    app: row.app,
    app_has_key: apps.includes(row.app),
    url: row.url,
    events: row.events as WebhookEvent[] | null,
    enabled: row.enabled,
    disabled_reason: row.disabledReason,
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: row.lastFailureAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    old_secret_until: isRotating ? (row.previousUntil?.toISOString() ?? null) : null,
    replay: row.replay && {
      from: row.replay.from,
      until: row.replay.until,
      total: row.replay.total,
      total_is_capped: row.replay.totalIsCapped ?? false,
      done: row.replay.done,
      running: row.replay.running,
    },
    created_at: row.createdAt.toISOString(),
    version: row.version,
  };
}
