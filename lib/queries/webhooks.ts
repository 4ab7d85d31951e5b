import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { dayFilter } from "@/lib/contract/list.values";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const appConfigApi = api.appConfig;
const { changes, creates, meta } = mutationsInvalidating("AppConfig", "System-Logs");

export type WebhookDeliveryListInput = Parameters<typeof appConfigApi.webhookDeliveries>[0];
type ReplayPeriod = { endpointId: string; from: string; to: string };
type EndpointCreationInput = Parameters<typeof appConfigApi.createWebhookEndpoint>[0];

/** Polling intervals in ms: while a replay runs, and while deliveries on the page wait for an attempt. */
const REPLAY_POLL_MS = 2_000;
const WAITING_POLL_MS = 5_000;

export const webhookEndpointsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "webhook-endpoints"),
    queryFn: ({ signal }) => appConfigApi.webhookEndpoints({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ replay }) => replay?.running) ? REPLAY_POLL_MS : false),
  });

type DeliveryPage = Awaited<ReturnType<typeof appConfigApi.webhookDeliveries>>;
const countPending = (page?: DeliveryPage) => page?.items.filter(({ state }) => state === "pending").length ?? 0;

/** Reads the log of deliveries. Once a delivery was attempted, refetches the endpoints too: each shows its last result and may be disabled now. */
export const webhookDeliveriesQuery = (input: WebhookDeliveryListInput) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "webhook-deliveries", input),
    queryFn: async ({ signal, client, queryKey }) => {
      const pendingBefore = countPending(client.getQueryData(queryKey));
      const page = await appConfigApi.webhookDeliveries(input, { signal });
      if (countPending(page) < pendingBefore)
        void client.invalidateQueries({ queryKey: webhookEndpointsQuery().queryKey });
      return page;
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (countPending(state.data) > 0 ? WAITING_POLL_MS : false),
  });

/** Counts the failed deliveries that a replay of this period would send again. */
export const failedWebhooksQuery = (period: ReplayPeriod) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "failed-webhooks", period),
    queryFn: ({ signal }) => appConfigApi.failedWebhooks(period, { signal }),
    enabled: dayFilter(period.from) !== "" && dayFilter(period.to) !== "" && period.from <= period.to,
  });

/** Creates a webhook endpoint. @param onSecret called with the endpoint's secret, which no other response contains */
export const createWebhookEndpointMutation = (
  onSecret: (name: string, secret: string) => void,
  idempotencyKey: string,
) =>
  mutationOptions({
    mutationFn: async (input: EndpointCreationInput) => {
      const { secret, ...created } = await appConfigApi.createWebhookEndpoint(input, { context: { idempotencyKey } });
      onSecret(created.name, secret);
      return created;
    },
    meta,
  });
export const updateWebhookEndpointMutation = changes(appConfigApi.updateWebhookEndpoint);
export const deleteWebhookEndpointMutation = changes(appConfigApi.deleteWebhookEndpoint);
export const rotateWebhookSecretMutation = creates(appConfigApi.rotateWebhookSecret);
/** Sends a test event to a webhook endpoint. */
export const testWebhookEndpointMutation = changes(appConfigApi.testWebhookEndpoint);
/** Sends all failed deliveries of a period to an endpoint again. */
export const replayFailedWebhooksMutation = changes(appConfigApi.replayFailedWebhooks);
export const cancelWebhookReplayMutation = changes(appConfigApi.cancelWebhookReplay);
/** Sends one event to its endpoint again, with the same webhook id. */
export const replayWebhookMutation = changes(appConfigApi.replayWebhook);
