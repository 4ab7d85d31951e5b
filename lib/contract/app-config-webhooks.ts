import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import {
  day,
  endpoint,
  id,
  instant,
  listInput,
  listOf,
  noInput,
  oneLine,
  pageOf,
  requiredText,
  version,
} from "./common";
import { cleanPastedLink } from "./pasted.values";
import {
  SELECTABLE_WEBHOOK_EVENTS,
  WEBHOOK_DELIVERY_LIST,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_LENGTH_MAX,
} from "./webhooks.values";

const webhookEndpoint = z.object({
  id: z.string(),
  name: z.string(),
  /** The app whose citizens' events the endpoint receives. */
  app: z.string(),
  /** False if the app has no valid key any more. The endpoint then gets no events. */
  app_has_key: z.boolean(),
  url: z.string(),
  /** Types of events that the endpoint receives; null: all types. */
  events: z.array(z.enum(WEBHOOK_EVENTS)).nullable(),
  enabled: z.boolean(),
  /** Why the endpoint is disabled; null while it is enabled. */
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  last_success_at: instant.nullable(),
  last_failure_at: instant.nullable(),
  /** Time of the first failed delivery since the last successful one; null if no delivery has failed since. */
  failing_since: instant.nullable(),
  /** Time until which webhooks are signed with both the old and the new secret; null: only one secret is in use. */
  old_secret_until: instant.nullable(),
  /** The last replay of failed deliveries; null if there was none. */
  replay: z
    .object({
      from: instant,
      until: instant,
      /** Number of failed deliveries when the replay started, at most 10,000. */
      total: z.int(),
      total_is_capped: z.boolean(),
      done: z.int(),
      running: z.boolean(),
    })
    .nullable(),
  created_at: instant,
  version,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** A webhook endpoint with its secret, which only the responses to its creation and rotation contain. */
const endpointWithSecret = webhookEndpoint.extend({ secret: z.string() });

const endpointFields = {
  name: oneLine(80, 2),
  url: requiredText("Enter an address that begins with https://.", cleanPastedLink).max(
    WEBHOOK_URL_LENGTH_MAX,
    `Use at most ${WEBHOOK_URL_LENGTH_MAX} characters.`,
  ),
  events: z
    .array(z.enum(SELECTABLE_WEBHOOK_EVENTS))
    .min(1, "Choose at least one type of event, or all.")
    .max(SELECTABLE_WEBHOOK_EVENTS.length)
    .refine((types) => new Set(types).size === types.length, "Name each type once.")
    .nullable(),
  enabled: z.boolean(),
};
export const webhookEndpointCreation = z.strictObject({ app: oneLine(40, 1), ...endpointFields });
export const webhookEndpointUpdate = z.strictObject({ endpointId: id, version, ...endpointFields });

const endpointVersion = z.strictObject({ endpointId: id, version });
const replayPeriod = { endpointId: id, from: day, to: day };
const isPeriodOrdered = ({ from, to }: { from: string; to: string }) => from <= to;
const PERIOD_ORDER_ISSUE = { path: ["to"], message: "Use a day on or after the first one." };
/** Input that sends an endpoint's failed deliveries of a period again. */
export const webhookReplay = z.strictObject(replayPeriod).refine(isPeriodOrdered, PERIOD_ORDER_ISSUE);

const webhookDelivery = z.object({
  /** Id of the event, sent as the header `webhook-id` with every attempt and replay. */
  id: z.string(),
  endpoint: z.object({ id: z.string(), name: z.string() }),
  type: z.enum(WEBHOOK_EVENTS),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.int(),
  created_at: instant,
  last_attempt_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  /** HTTP status of the last attempt; null if no response arrived. */
  status: z.int().nullable(),
  duration_ms: z.int().nullable(),
  /** Why the endpoint's response did not arrive; null if a response arrived. */
  problem: z.string().nullable(),
  /** Body of the webhook request that the endpoint received. */
  body: z.string(),
  /** First part of the endpoint's last response body. */
  response: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** Calls for webhook endpoints and their deliveries, with descriptions and schemas. */
export const webhookCalls = {
  webhookEndpoints: endpoint(routes.webhookEndpoints, {
    summary: "Addresses of the citizen apps' servers that receive events",
    input: noInput,
    output: listOf(webhookEndpoint).extend({
      /** Names of the apps that an endpoint can belong to. */
      apps: z.array(z.string()),
    }),
  }),
  createWebhookEndpoint: endpoint(routes.createWebhookEndpoint, {
    summary: "Add a webhook endpoint. Only this response contains its secret",
    done: "Added a webhook endpoint",
    input: webhookEndpointCreation,
    output: endpointWithSecret,
  }),
  updateWebhookEndpoint: endpoint(routes.updateWebhookEndpoint, {
    summary: "Change, enable or disable a webhook endpoint",
    done: "Changed a webhook endpoint",
    input: webhookEndpointUpdate,
    output: webhookEndpoint,
  }),
  deleteWebhookEndpoint: endpoint(routes.deleteWebhookEndpoint, {
    summary: "Delete a webhook endpoint and its log",
    done: "Deleted a webhook endpoint",
    input: endpointVersion,
    output: z.object({ id: z.string() }),
  }),
  rotateWebhookSecret: endpoint(routes.rotateWebhookSecret, {
    summary: "Make a new secret. For 24 hours, the old one signs too",
    done: "Made a new secret for a webhook endpoint",
    input: endpointVersion,
    output: endpointWithSecret,
  }),
  testWebhookEndpoint: endpoint(routes.testWebhookEndpoint, {
    summary: "Send a test event to a webhook endpoint",
    done: "Sent a test event to a webhook endpoint",
    input: z.strictObject({ endpointId: id }),
    output: z.object({ delivery_id: z.string() }),
  }),
  failedWebhooks: endpoint(routes.failedWebhooks, {
    summary: "Count the failed deliveries of an endpoint in a period of Lagos days",
    input: webhookReplay,
    output: z.object({
      /** Number of failed deliveries in the period, at most 10,000. */
      count: z.int(),
      count_is_capped: z.boolean(),
    }),
  }),
  replayFailedWebhooks: endpoint(routes.replayFailedWebhooks, {
    summary: "Send all failed deliveries of an endpoint in a period again",
    done: "Replayed the failed deliveries of a webhook endpoint",
    input: webhookReplay,
    output: webhookEndpoint,
  }),
  cancelWebhookReplay: endpoint(routes.cancelWebhookReplay, {
    summary: "Stop a replay. Events that it has queued are still sent",
    done: "Stopped a replay of a webhook endpoint",
    input: z.strictObject({ endpointId: id }),
    output: webhookEndpoint,
  }),
  webhookDeliveries: endpoint(routes.webhookDeliveries, {
    summary: "Log of the events sent to webhook endpoints in the last 30 days",
    input: listInput(WEBHOOK_DELIVERY_LIST),
    output: pageOf(webhookDelivery),
  }),
  replayWebhook: endpoint(routes.replayWebhook, {
    summary: "Send a delivered or failed event again, with the same webhook-id",
    done: "Replayed a webhook",
    input: z.strictObject({ deliveryId: id }),
    output: webhookDelivery,
  }),
};
