import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_DISABLED_REASONS, type WebhookEvent } from "@/lib/contract/webhooks.values";
import { bytea, instant } from "./columns";

/** A replay of the deliveries that failed in a period. `after`: time and id of the delivery that the replay queued last. */
export type WebhookReplay = {
  from: string;
  until: string;
  total: number;
  /** True if more than `COUNT_CAP` deliveries failed, so that `total` is only this limit. */
  totalIsCapped?: boolean;
  done: number;
  after: { at: string; id: string } | null;
  running: boolean;
  /** Start of the replay. Deliveries that fail after this time are not replayed. */
  startedAt?: string;
};

/**
 * URLs of citizen apps' servers that receive webhook events. Each URL belongs to one app, which is identified by the name of its API keys.
 */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid("id").primaryKey(),
    app: text("app").notNull(),
    url: text("url").notNull(),
    /** Label that tells admins what the endpoint is used for. */
    name: text("name").notNull(),
    /** Types of events that the endpoint receives; null for all. */
    events: jsonb("events").$type<string[]>(),
    enabled: boolean("enabled").notNull().default(true),
    disabledReason: text("disabled_reason", { enum: WEBHOOK_DISABLED_REASONS }),
    /** Secret that signs the webhooks, encrypted. */
    secret: bytea("secret").notNull(),
    /** The secret before the last rotation. Webhooks are signed with both secrets until `previousUntil`. */
    previousSecret: bytea("previous_secret"),
    previousUntil: instant("previous_until"),
    lastSuccessAt: instant("last_success_at"),
    lastFailureAt: instant("last_failure_at"),
    /** Time of the first failed delivery since the last successful one; null while deliveries succeed. */
    failingSince: instant("failing_since"),
    replay: jsonb("replay").$type<WebhookReplay>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [uniqueIndex("webhook_endpoints_url").on(t.app, t.url)],
);

/**
 * Deliveries: one event for one endpoint, with the result of the last attempt. The event's outbox row determines when it is sent.
 * `endpoint_id` is no foreign key, so that a payment does not fail because an endpoint is deleted at the same moment.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /** Id of the event for the receiver, sent as `webhook-id`. It is the same with every attempt and replay. */
    id: uuid("id").primaryKey(),
    endpointId: uuid("endpoint_id").notNull(),
    /**
     * No `enum`: unwritten-columns.test.ts requires that production code writes each enum value, but can't see values inside JSON.
     * record-events.test.ts emits each type instead.
     */
    type: text("type").$type<WebhookEvent>().notNull(),
    /** Body of the webhook, exactly as it is signed and sent. */
    body: text("body").notNull(),
    state: text("state", { enum: WEBHOOK_DELIVERY_STATES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    lastAttemptAt: instant("last_attempt_at"),
    nextAttemptAt: instant("next_attempt_at"),
    /** HTTP status of the last attempt; null if no response arrived. */
    status: integer("status"),
    durationMs: integer("duration_ms"),
    /** Why the last attempt got no response. */
    problem: text("problem"),
    /** Beginning of the body of the endpoint's last response. */
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
