import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { key } from "./keys";
import { orderMutation } from "./ordering";

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

export const orderEmergencyNumbersMutation = () =>
  orderMutation({
    name: key("AppConfig", "order-emergency-numbers"),
    queryKey: emergencyNumbersQuery().queryKey,
    send: (input: { ids: string[] }) => api.appConfig.orderEmergencyNumbers(input),
    invalidates: meta.invalidates,
  });

export const exportEmergencyNumbers = (format: ExportFormat) => api.appConfig.exportEmergencyNumbers({ format });
