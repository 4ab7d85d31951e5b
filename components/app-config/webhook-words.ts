import type { WebhookEndpoint } from "@/lib/contract/app-config-webhooks";
import {
  type DeliveryState,
  FAILING_DAYS_UNTIL_DISABLED,
  type WebhookDisabledReason,
} from "@/lib/contract/webhooks.values";
import { formatCount, pluralize } from "@/lib/format";

/** Labels of the states of a webhook delivery. */
export const DELIVERY_STATE_LABELS: Record<DeliveryState, string> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

const DISABLED_TEXTS: Record<WebhookDisabledReason, string> = {
  admin: "Disabled by an admin.",
  gone: "Disabled, because it responded with 410 Gone.",
  failing: `Disabled after ${FAILING_DAYS_UNTIL_DISABLED} days of failures only.`,
};

/** Returns whether events are sent to a webhook endpoint: it is enabled, and its app has a key. */
export const isEndpointReceivingEvents = ({ enabled, app_has_key }: WebhookEndpoint) => enabled && app_has_key;

/** Returns the badge of an endpoint's state, and a sentence if something is wrong. */
export function describeEndpointState({ enabled, disabled_reason, failing_since, app, app_has_key }: WebhookEndpoint) {
  if (!enabled) {
    const text = DISABLED_TEXTS[disabled_reason ?? "admin"];
    const isAutomatic = disabled_reason !== null && disabled_reason !== "admin";
    return { status: isAutomatic ? "failed" : "disabled", label: "Disabled", text };
  }
  if (!app_has_key) return { status: "disabled", label: "Off", text: `App ${app} has no valid key.` };
  if (failing_since) return { status: "pending", label: "Failing", text: null };
  return { status: "active", label: "Enabled", text: null };
}

/** Describes which types of events a webhook endpoint receives. */
export const describeEndpointEventTypes = (events: WebhookEndpoint["events"]) =>
  events === null ? "All types of events" : pluralize(events.length, "type of events", "types of events");

/** Describes the result of a delivery's last attempt: "200", "No response within 10 seconds." or "–". */
export const describeLastDeliveryAttempt = ({ status, problem }: { status: number | null; problem: string | null }) =>
  status === null ? (problem ?? "–") : String(status);

export const formatMilliseconds = (ms: number) => `${formatCount(ms)} ms`;
