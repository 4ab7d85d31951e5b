import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { DELIVERY_STATES, DISABLED_REASONS, type WebhookEvent } from "@/lib/contract/webhooks.values";
import { bytea, instant } from "./columns";

/** A replay of the deliveries that failed in a period. `after`: time and id of the last one that was queued again. */
export type WebhookReplay = {
  from: string;
  until: string;
  total: number;
  /** The total was counted up to `COUNT_CAP` only. */
  totalIsCapped?: boolean;
  done: number;
  after: { at: string; id: string } | null;
  running: boolean;
  /** Deliveries that fail after this time are left out. */
  startedAt?: string;
};

/** URLs of citizen apps' servers that receive webhook events. Each belongs to one app, by the name of its API keys. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid("id").primaryKey(),
    app: text("app").notNull(),
    url: text("url").notNull(),
    /** Label that tells admins what the endpoint is used for. */
    name: text("name").notNull(),
    /** Chosen event types; null: all. */
    events: jsonb("events").$type<string[]>(),
    enabled: boolean("enabled").notNull().default(true),
    disabledReason: text("disabled_reason", { enum: DISABLED_REASONS }),
    /** Signing secret, encrypted. */
    secret: bytea("secret").notNull(),
    /** The secret before the last rotation, which also signs until `previousUntil`. */
    previousSecret: bytea("previous_secret"),
    previousUntil: instant("previous_until"),
    lastSuccessAt: instant("last_success_at"),
    lastFailureAt: instant("last_failure_at"),
    /** Time of the first failure since the last success. */
    failingSince: instant("failing_since"),
    replay: jsonb("replay").$type<WebhookReplay>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [uniqueIndex("webhook_endpoints_url").on(t.app, t.url)],
);

/**
 * One event for one endpoint, with the result of its last attempt. The row of the outbox decides when it is sent. Has no foreign
 * key: a payment must not fail because its endpoint is deleted at the same moment.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Sent as `webhook-id`, the same with every attempt and replay. */
    id: uuid("id").primaryKey(),
    endpointId: uuid("endpoint_id").notNull(),
    /** No `enum`, because unwritten-columns.test.ts can't see values in JSON. record-events.test.ts emits each type. */
    type: text("type").$type<WebhookEvent>().notNull(),
    /** The exact body that is signed. */
    body: text("body").notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    lastAttemptAt: instant("last_attempt_at"),
    nextAttemptAt: instant("next_attempt_at"),
    /** HTTP status; null if no response arrived. */
    status: integer("status"),
    durationMs: integer("duration_ms"),
    /** Why no response arrived. */
    problem: text("problem"),
    /** Beginning of the response's body. */
    response: text("response"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("webhook_deliveries_created").on(t.createdAt, t.id),
    index("webhook_deliveries_endpoint").on(t.endpointId, t.createdAt, t.id),
    index("webhook_deliveries_endpoint_state").on(t.endpointId, t.state, t.createdAt, t.id),
    index("webhook_deliveries_state").on(t.state, t.createdAt, t.id),
    index("webhook_deliveries_type").on(t.type, t.createdAt, t.id),
  ],
);
