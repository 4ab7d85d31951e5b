import { anyOfFilter, dayFilter, declareList, idFilter, oneOfFilter } from "./list.values";

/**
 * Types of events that the citizen app's server can receive, each with a description. `docs/api.md` lists these types for its developers.
 */
export const WEBHOOK_EVENT_WORDS = {
  "kyc_request.decided": "An identity request was approved, rejected or revoked",
  "kyc_request.resubmission_requested": "An identity request was sent back to the citizen",
  "kyc_request.reopened": "A rejected identity request is reviewed again",
  "user.updated": "An account's data changed, or its sessions were ended",
  "user.tier_changed": "An account moved to another tier",
  "user.restricted": "A wallet was restricted, or its restriction changed",
  "user.suspended": "An account was suspended",
  "user.reinstated": "An account was reactivated, or its restriction ended",
  "user.closed": "An account was closed",
  "payment.succeeded": "A payment succeeded",
  "payment.failed": "A payment failed or expired",
  "payment.refunded": "A payment was refunded, fully or in part",
  "payment.disputed": "A payment is disputed",
  "payment.dispute_won": "A dispute ended, and the payment stands",
  "payment.reversed": "A dispute was lost, and the payment was reversed",
  "transfer.updated": "A transfer between citizens changed its state",
  "withdrawal.updated": "A withdrawal changed its state",
  "report.updated": "A report changed its state, or has a new message from the desk",
  "event.published": "An event went live",
  "event.updated": "A live event or its ticket types changed",
  "event.cancelled": "An event was cancelled",
  "order.updated": "An order of tickets changed its state",
  "ticket.updated": "A ticket changed its state or its holder",
  "grant_application.updated": "A grant application was decided, paid, or needs an answer",
  "content.updated": "Content for everyone was published, scheduled or withdrawn",
  "webhook.test": "An admin sent a test event",
} as const;

export type WebhookEvent = keyof typeof WEBHOOK_EVENT_WORDS;
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_EVENT_WORDS) as [WebhookEvent, ...WebhookEvent[]];
/** Types of events that an admin can choose for an endpoint. A test event is sent to every endpoint. */
export const SELECTABLE_WEBHOOK_EVENTS = WEBHOOK_EVENTS.filter((type) => type !== "webhook.test") as [
  WebhookEvent,
  ...WebhookEvent[],
];

/** States of the delivery of a webhook. */
export const WEBHOOK_DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** Why an endpoint gets no events. `gone`: the endpoint answered 410. `failing`: no delivery succeeded for days. */
export const WEBHOOK_DISABLED_REASONS = ["admin", "gone", "failing"] as const;
/** Reasons for which the system disables an endpoint. Events that the endpoint misses then are kept for a replay. */
export const AUTOMATIC_DISABLED_REASONS = ["gone", "failing"] as const satisfies readonly WebhookDisabledReason[];
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Maximum number of webhook endpoints. */
export const WEBHOOK_ENDPOINTS_MAX = 20;
export const WEBHOOK_URL_LENGTH_MAX = 500;
/** Days after which a delivery is deleted from the log. */
export const WEBHOOK_LOG_RETENTION_DAYS = 30;
/** Days of failures, without a success, after which an endpoint is disabled. */
export const FAILING_DAYS_UNTIL_DISABLED = 5;
/** Hours after a rotation for which webhooks are also signed with the old secret. */
export const WEBHOOK_SECRET_ROTATION_HOURS = 24;

/** List of webhook deliveries. */
export const WEBHOOK_DELIVERY_LIST = declareList({
  name: "webhook-deliveries",
  sorts: ["created_at"],
  defaultSort: "-created_at",
  filters: {
    endpoint: idFilter,
    state: anyOfFilter(WEBHOOK_DELIVERY_STATES),
    type: oneOfFilter(WEBHOOK_EVENTS),
    from: dayFilter,
    to: dayFilter,
  },
});
