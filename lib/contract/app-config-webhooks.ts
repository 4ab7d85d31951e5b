import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import { day, declare, fullList, id, instant, line, listInput, listOf, noInput, value, version } from "./common";
import { cleanLink } from "./pasted.values";
import {
  CHOSEN_EVENTS,
  DELIVERY_LIST,
  DELIVERY_STATES,
  DISABLED_REASONS,
  ENDPOINT_URL_MAX,
  WEBHOOK_EVENTS,
} from "./webhooks.values";

const webhookEndpoint = z.object({
  id: z.string(),
  name: z.string(),
  /** The app of APP_API_KEYS whose citizens' events it receives. */
  app: z.string(),
  /** False if the app is no longer in APP_API_KEYS. The endpoint then gets no events. */
  app_has_key: z.boolean(),
  url: z.string(),
  /** Chosen types of events; null: all. */
  events: z.array(z.enum(WEBHOOK_EVENTS)).nullable(),
  enabled: z.boolean(),
  /** Why it is disabled; null while it is enabled. */
  disabled_reason: z.enum(DISABLED_REASONS).nullable(),
  last_success_at: instant.nullable(),
  last_failure_at: instant.nullable(),
  /** First failure since the last success. */
  failing_since: instant.nullable(),
  /** End of the time in which the old secret signs beside the new one; null: there is one secret. */
  old_secret_until: instant.nullable(),
  /** The last replay of failed deliveries; null if there was none. */
  replay: z
    .object({
      from: instant,
      until: instant,
      /** Deliveries that had failed at its start, counted up to 10,000. */
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

/** The secret is in the response to its creation only. */
const withSecret = webhookEndpoint.extend({ secret: z.string() });

const fields = {
  name: line(80, 2),
  url: value("Enter an address that begins with https://.", cleanLink).max(
    ENDPOINT_URL_MAX,
    `Use at most ${ENDPOINT_URL_MAX} characters.`,
  ),
  events: z
    .array(z.enum(CHOSEN_EVENTS))
    .min(1, "Choose at least one type of event, or all.")
    .max(CHOSEN_EVENTS.length)
    .refine((types) => new Set(types).size === types.length, "Name each type once.")
    .nullable(),
  enabled: z.boolean(),
};
export const webhookEndpointCreation = z.strictObject({ app: line(40, 1), ...fields });
export const webhookEndpointUpdate = z.strictObject({ endpointId: id, version, ...fields });

const endpointVersion = z.strictObject({ endpointId: id, version });
const period = { endpointId: id, from: day, to: day };
const isOrdered = ({ from, to }: { from: string; to: string }) => from <= to;
const ORDER_ISSUE = { path: ["to"], message: "Use a day on or after the first one." };
export const webhookReplay = z.strictObject(period).refine(isOrdered, ORDER_ISSUE);

const webhookDelivery = z.object({
  /** Sent as `webhook-id` with every attempt and replay. */
  id: z.string(),
  endpoint: z.object({ id: z.string(), name: z.string() }),
  type: z.enum(WEBHOOK_EVENTS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  created_at: instant,
  last_attempt_at: instant.nullable(),
  next_attempt_at: instant.nullable(),
  /** HTTP status of the last attempt; null if no response arrived. */
  status: z.int().nullable(),
  duration_ms: z.int().nullable(),
  /** Why no response arrived. */
  problem: z.string().nullable(),
  /** The body that is sent. */
  body: z.string(),
  /** Beginning of the last response. */
  response: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const appConfigWebhooks = {
  webhookEndpoints: declare(routes.webhookEndpoints, {
    summary: "Addresses of the citizen apps' servers that receive events",
    input: noInput,
    output: fullList(webhookEndpoint).extend({
      /** Names of the apps that an endpoint can belong to. */
      apps: z.array(z.string()),
    }),
  }),
  createWebhookEndpoint: declare(routes.createWebhookEndpoint, {
    summary: "Add a webhook endpoint. Only this response contains its secret",
    done: "Added a webhook endpoint",
    input: webhookEndpointCreation,
    output: withSecret,
  }),
  updateWebhookEndpoint: declare(routes.updateWebhookEndpoint, {
    summary: "Change, enable or disable a webhook endpoint",
    done: "Changed a webhook endpoint",
    input: webhookEndpointUpdate,
    output: webhookEndpoint,
  }),
  deleteWebhookEndpoint: declare(routes.deleteWebhookEndpoint, {
    summary: "Delete a webhook endpoint and its log",
    done: "Deleted a webhook endpoint",
    input: endpointVersion,
    output: z.object({ id: z.string() }),
  }),
  rotateWebhookSecret: declare(routes.rotateWebhookSecret, {
    summary: "Make a new secret. For 24 hours, the old one signs too",
    done: "Made a new secret for a webhook endpoint",
    input: endpointVersion,
    output: withSecret,
  }),
  testWebhookEndpoint: declare(routes.testWebhookEndpoint, {
    summary: "Send a test event to a webhook endpoint",
    done: "Sent a test event to a webhook endpoint",
    input: z.strictObject({ endpointId: id }),
    output: z.object({ delivery_id: z.string() }),
  }),
  failedWebhooks: declare(routes.failedWebhooks, {
    summary: "Count the failed deliveries of an endpoint in a period of Lagos days",
    input: webhookReplay,
    output: z.object({
      /** Counted up to 10,000. */
      count: z.int(),
      count_is_capped: z.boolean(),
    }),
  }),
  replayFailedWebhooks: declare(routes.replayFailedWebhooks, {
    summary: "Send all failed deliveries of an endpoint in a period again",
    done: "Replayed the failed deliveries of a webhook endpoint",
    input: webhookReplay,
    output: webhookEndpoint,
  }),
  cancelWebhookReplay: declare(routes.cancelWebhookReplay, {
    summary: "Stop a replay. Events that it has queued are still sent",
    done: "Stopped a replay of a webhook endpoint",
    input: z.strictObject({ endpointId: id }),
    output: webhookEndpoint,
  }),
  webhookDeliveries: declare(routes.webhookDeliveries, {
    summary: "Log of the events sent to webhook endpoints in the last 30 days",
    input: listInput(DELIVERY_LIST),
    output: listOf(webhookDelivery),
  }),
  replayWebhook: declare(routes.replayWebhook, {
    summary: "Send a delivered or failed event again, with the same webhook-id",
    done: "Replayed a webhook",
    input: z.strictObject({ deliveryId: id }),
    output: webhookDelivery,
  }),
};
