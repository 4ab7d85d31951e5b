import "server-only";
import { WEBHOOK_EVENT_WORDS } from "@/lib/contract/webhooks.values";

const nullable = (type: "string" | "integer", description: string) => ({ type: [type, "null"], description });

/** Schemas of the further ids that the payload of some events contains. */
const EXTRA_IDS = {
  event_id: { type: "string", description: "Event of an order or a ticket." },
  order_id: { type: "string", description: "Order of a ticket." },
  programme_id: { type: "string", description: "Programme of a grant application." },
  kind: { type: "string", description: "Kind of content, as in the path of its public list." },
};

const eventBodySchema = (type: string) => ({
  type: "object",
  required: ["type", "timestamp", "data"],
  properties: {
    type: { const: type },
    timestamp: { type: "string", format: "date-time" },
    data: {
      type: "object",
      required: ["id", "user_id", "external_id", "state", "version"],
      properties: {
        id: { type: "string", description: "The record's id." },
        user_id: nullable("string", "The citizen; null for records without one."),
        external_id: nullable("string", "Your own id of the citizen."),
        state: nullable("string", "The record's state after the change."),
        version: nullable("integer", "The record's version after the change."),
        ...EXTRA_IDS,
      },
    },
  },
});

const header = (name: string, description: string) => ({
  name,
  in: "header" as const,
  required: true,
  description,
  schema: { type: "string" as const },
});
const HEADERS = [
  header("webhook-id", "The same for every attempt and replay of an event."),
  header("webhook-timestamp", "Seconds since 1970."),
  header("webhook-signature", "`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, joined by dots."),
];

/** Returns the webhooks of the OpenAPI document: a request to the citizen app's server for each type of event. */
export const documentedWebhookEvents = () =>
  Object.fromEntries(
    Object.entries(WEBHOOK_EVENT_WORDS).map(([type, words]) => [
      type,
      {
        post: {
          summary: words,
          parameters: HEADERS,
          requestBody: { required: true, content: { "application/json": { schema: eventBodySchema(type) } } },
          responses: { "2XX": { description: "Received. Any other response is retried." } },
        },
      },
    ]),
  );
