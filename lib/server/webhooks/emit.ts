import "server-only";
import { sql } from "drizzle-orm";
import { AUTOMATIC_DISABLED_REASONS, type WebhookEvent } from "@/lib/contract/webhooks.values";
import { hasAppKeySql } from "@/lib/server/app-api/known-apps";
import type { Transaction } from "@/lib/server/db/client";

/** A change to send to the citizen app's server: ids and states without personal data. The app then reads the record. */
export type WebhookChange = {
  type: WebhookEvent;
  id: string;
  /** The citizen whom the record belongs to; null for a record that everyone can read. */
  userId: string | null;
  state: string | null;
  version: number | null;
  /** Further ids that the app needs to read the record, by the name of the field in the payload. */
  refs?: Partial<Record<"event_id" | "order_id" | "programme_id" | "kind", string>>;
};

/**
 * Queues an event for the endpoints of the citizen's app, in the transaction of the change: it is sent after the commit, and dropped with a
 * rollback. Sends it to every app if the record has no citizen, or no app opened the citizen's account. For an endpoint that was disabled
 * automatically, and for one whose app has no key, the event is stored as failed, so that a replay sends it later.
 */
export const emitWebhook = (tx: Transaction, change: WebhookChange): Promise<void> => emitWebhooks(tx, [change]);

/** Like `emitWebhook`, for several changes with one statement. */
export async function emitWebhooks(tx: Transaction, changes: readonly WebhookChange[]): Promise<void> {
  if (!changes.length) return;
  const rows = changes.map(({ userId, refs, ...change }) => ({ ...change, user_id: userId, refs: refs ?? {} }));
  await tx.execute(sql`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        c (type text, id uuid, user_id uuid, state text, version int, refs jsonb)
    ), queued as (
      insert into webhook_deliveries (id, endpoint_id, type, body, state, next_attempt_at, problem)
      select gen_random_uuid(), e.id, c.type, ${webhookBodySql(
        sql`c.type`,
        sql`jsonb_build_object('id', c.id, 'user_id', c.user_id,
          'external_id', case when u.app = e.app then u.external_id end, 'state', c.state, 'version', c.version) || c.refs`,
      )}, case when r.receives then 'pending' else 'failed' end, case when r.receives then now() end,
        case when not e.enabled then 'The endpoint was disabled when this happened.'
          when not r.receives then 'The app had no key when this happened.' end
      from changed c
        left join users u on u.id = c.user_id
        join webhook_endpoints e on (e.enabled or e.disabled_reason = any(${sql.param([...AUTOMATIC_DISABLED_REASONS])}))
          and (e.events is null or e.events ? c.type) and (u.app is null or u.app = e.app)
        cross join lateral (select e.enabled and ${hasAppKeySql(sql`e.app`)} as receives) r
      returning id, endpoint_id, state
    ) ${queueDeliveriesSql(sql`(select * from queued where state = 'pending')`)}`);
}

/** Returns SQL for the body of an event: type, time and data. The body is stored as text, because every attempt signs the same bytes. */
export const webhookBodySql = (
  type: ReturnType<typeof sql>,
  data: ReturnType<typeof sql>,
) => sql`json_build_object('type', ${type},
  'timestamp', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', ${data})::text`;

/** Returns SQL that queues these deliveries, rows with `id` and `endpoint_id`, in the outbox. */
export const queueDeliveriesSql = (from: ReturnType<typeof sql>) => sql`
  insert into outbox (kind, payload)
  select 'webhook', jsonb_build_object('deliveryId', d.id, 'endpointId', d.endpoint_id) from ${from} d`;
