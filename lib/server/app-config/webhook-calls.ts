import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { listDeliveries, replayDelivery } from "@/lib/server/webhooks/deliveries";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  queueTestWebhook,
  rotateWebhookSecret,
  updateEndpoint,
} from "@/lib/server/webhooks/endpoints";
import { cancelWebhookReplay, countFailedDeliveries, startWebhookReplay } from "@/lib/server/webhooks/replay-failed";

const { appConfig: calls } = api;

/** Handlers of the calls for webhooks to the citizen apps' servers. */
export const webhookHandlers = {
  webhookEndpoints: calls.webhookEndpoints.handler(({ context: { db } }) => listEndpoints(db)),
  createWebhookEndpoint: calls.createWebhookEndpoint.handler(({ input, context }) => createEndpoint(context, input)),
  updateWebhookEndpoint: calls.updateWebhookEndpoint.handler(({ input, context }) => updateEndpoint(context, input)),
  deleteWebhookEndpoint: calls.deleteWebhookEndpoint.handler(({ input, context }) => deleteEndpoint(context, input)),
  rotateWebhookSecret: calls.rotateWebhookSecret.handler(({ input, context }) => rotateWebhookSecret(context, input)),
  testWebhookEndpoint: calls.testWebhookEndpoint.handler(({ input, context }) => queueTestWebhook(context, input)),
  failedWebhooks: calls.failedWebhooks.handler(({ input, context: { db } }) => countFailedDeliveries(db, input)),
  replayFailedWebhooks: calls.replayFailedWebhooks.handler(({ input, context }) => startWebhookReplay(context, input)),
  cancelWebhookReplay: calls.cancelWebhookReplay.handler(({ input, context }) => cancelWebhookReplay(context, input)),
  webhookDeliveries: calls.webhookDeliveries.handler(({ input, context: { db } }) => listDeliveries(db, input)),
  replayWebhook: calls.replayWebhook.handler(({ input, context }) => replayDelivery(context, input)),
};
