import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { AppKey } from "@/lib/contract/app-config-keys";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const appConfigApi = api.appConfig;
const { changes, creates, meta } = mutationsInvalidating("AppConfig", "Overview", "System-Logs");

type AppKeyCreationInput = Parameters<typeof appConfigApi.createAppKey>[0];

/** Reads the API keys of the citizen app's servers. */
export const appKeysQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "app-keys"),
    queryFn: ({ signal }) => appConfigApi.appKeys({}, { signal }),
  });

/** Creates an API key of the citizen app. @param onSecret called with the key itself, which no other response contains */
export const createAppKeyMutation = (onSecret: (createdKey: AppKey, secret: string) => void, idempotencyKey: string) =>
  mutationOptions({
    mutationFn: async (input: AppKeyCreationInput) => {
      const { secret, ...created } = await appConfigApi.createAppKey(input, { context: { idempotencyKey } });
      onSecret(created, secret);
      return created;
    },
    meta,
  });
export const updateAppKeyMutation = changes(appConfigApi.updateAppKey);
/** Creates a new API key in place of an existing one, which stays valid for some hours. */
export const rotateAppKeyMutation = creates(appConfigApi.rotateAppKey);
/** Ends an API key of the citizen app immediately. */
export const endAppKeyMutation = changes(appConfigApi.endAppKey);
