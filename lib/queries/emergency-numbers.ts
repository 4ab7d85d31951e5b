import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { inOrder } from "./ireport-set-up";
import { key } from "./keys";

export type EmergencyNumberInput = Parameters<typeof api.appConfig.createEmergencyNumber>[0];
export type EmergencyNumberUpdateInput = Parameters<typeof api.appConfig.updateEmergencyNumber>[0];
type One = { numberId: string; version: number };

export const emergencyNumbersQuery = () =>
  queryOptions({
    queryKey: key("AppConfig", "emergency-numbers"),
    queryFn: ({ signal }) => api.appConfig.emergencyNumbers({}, { signal }),
  });

const meta = { invalidates: ["AppConfig", "System-Logs"] as const, quiet: true };

/** `idempotencyKey`: one for each time the form is opened, so that a retry after a lost answer adds one. */
export const createEmergencyNumberMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: EmergencyNumberInput) =>
      api.appConfig.createEmergencyNumber(input, { context: { idempotencyKey } }),
    meta,
  });
export const updateEmergencyNumberMutation = () =>
  mutationOptions({
    mutationFn: (input: EmergencyNumberUpdateInput) => api.appConfig.updateEmergencyNumber(input),
    meta,
  });
export const verifyEmergencyNumberMutation = () =>
  mutationOptions({ mutationFn: (input: One) => api.appConfig.verifyEmergencyNumber(input), meta });
export const deleteEmergencyNumberMutation = () =>
  mutationOptions({ mutationFn: (input: One) => api.appConfig.deleteEmergencyNumber(input), meta });

const ORDER = key("AppConfig", "order-emergency-numbers");

/** Shown at once; of several in a row the last one is read again. */
export const orderEmergencyNumbersMutation = () =>
  mutationOptions({
    mutationKey: ORDER,
    scope: { id: ORDER.join() },
    mutationFn: (ids: string[]) => api.appConfig.orderEmergencyNumbers({ ids }),
    onMutate: (ids: string[], { client }) => {
      const { queryKey } = emergencyNumbersQuery();
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => all && inOrder(all, ids));
    },
    onSettled: async (_data, _error, _ids, _result, { client }) => {
      if (client.isMutating({ mutationKey: ORDER }) > 1) return;
      await Promise.all(meta.invalidates.map((group) => client.invalidateQueries({ queryKey: [group] })));
    },
    meta: { quiet: true },
  });
