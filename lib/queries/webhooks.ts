import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { day } from "@/lib/contract/list.values";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

const calls = api.appConfig;
const { changes, meta } = mutationsOf("AppConfig", "System-Logs");

export type DeliveryListInput = Parameters<typeof calls.webhookDeliveries>[0];
type Period = { endpointId: string; from: string; to: string };
type CreationInput = Parameters<typeof calls.createWebhookEndpoint>[0];

/** Polling intervals in ms: while a replay runs, and while events of the page wait for an attempt. */
const REPLAY_POLL_MS = 2_000;
const WAITING_POLL_MS = 5_000;

export const webhookEndpointsQuery = () =>
  queryOptions({
    queryKey: key("AppConfig", "webhook-endpoints"),
    queryFn: ({ signal }) => calls.webhookEndpoints({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ replay }) => replay?.running) ? REPLAY_POLL_MS : false),
  });

export const webhookDeliveriesQuery = (input: DeliveryListInput) =>
  queryOptions({
    queryKey: key("AppConfig", "webhook-deliveries", input),
    queryFn: ({ signal }) => calls.webhookDeliveries(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((row) => row.state === "pending") ? WAITING_POLL_MS : false,
  });

/** Counts what a replay of this period would send. */
export const failedWebhooksQuery = (period: Period) =>
  queryOptions({
    queryKey: key("AppConfig", "failed-webhooks", period),
    queryFn: ({ signal }) => calls.failedWebhooks(period, { signal }),
    enabled: day(period.from) !== "" && day(period.to) !== "" && period.from <= period.to,
  });

/** @param onSecret called with the secret, which no other response contains */
export const createWebhookEndpointMutation = (onSecret: (name: string, secret: string) => void) =>
  mutationOptions({
    mutationFn: async (input: CreationInput) => {
      const { secret, ...created } = await calls.createWebhookEndpoint(input);
      onSecret(created.name, secret);
      return created;
    },
    meta,
  });
export const updateWebhookEndpointMutation = changes(calls.updateWebhookEndpoint);
export const deleteWebhookEndpointMutation = changes(calls.deleteWebhookEndpoint);
export const rotateWebhookSecretMutation = changes(calls.rotateWebhookSecret);
export const testWebhookEndpointMutation = changes(calls.testWebhookEndpoint);
export const replayFailedWebhooksMutation = changes(calls.replayFailedWebhooks);
export const cancelWebhookReplayMutation = changes(calls.cancelWebhookReplay);
export const replayWebhookMutation = changes(calls.replayWebhook);
