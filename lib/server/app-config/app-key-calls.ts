import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createAppKey, endAppKey, rotateAppKey, updateAppKey } from "@/lib/server/app-api/change-keys";
import { listAppKeys } from "@/lib/server/app-api/key-rows";

const { appConfig: calls } = api;

/** Handlers of the calls for the API keys of the citizen apps' servers. */
export const appKeyHandlers = {
  appKeys: calls.appKeys.handler(({ context: { db } }) => listAppKeys(db)),
  createAppKey: calls.createAppKey.handler(({ input, context }) => createAppKey(context, input)),
  updateAppKey: calls.updateAppKey.handler(({ input, context }) => updateAppKey(context, input)),
  rotateAppKey: calls.rotateAppKey.handler(({ input, context }) => rotateAppKey(context, input)),
  endAppKey: calls.endAppKey.handler(({ input, context }) => endAppKey(context, input)),
};
