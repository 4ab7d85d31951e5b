import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";
import { orderMutation } from "./ordering";

const appConfigApi = api.appConfig;
const { creates, changes } = mutationsInvalidating("AppConfig", "System-Logs");

export const emergencyNumbersQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "emergency-numbers"),
    queryFn: async ({ signal }) => itemsOfResponse(await appConfigApi.emergencyNumbers({}, { signal })),
  });
export const createEmergencyNumberMutation = creates(appConfigApi.createEmergencyNumber);
export const updateEmergencyNumberMutation = changes(appConfigApi.updateEmergencyNumber);
/** Records that a test call to an emergency number was answered. */
export const verifyEmergencyNumberMutation = changes(appConfigApi.verifyEmergencyNumber);
export const deleteEmergencyNumberMutation = changes(appConfigApi.deleteEmergencyNumber);
export const orderEmergencyNumbersMutation = () =>
  orderMutation({
    name: queryKeyOf("AppConfig", "order-emergency-numbers"),
    queryKey: emergencyNumbersQuery().queryKey,
    send: (input: { ids: string[] }) => appConfigApi.orderEmergencyNumbers(input),
    invalidates: ["AppConfig", "System-Logs"],
  });
export const exportEmergencyNumbers = (format: ExportFormat) => appConfigApi.exportEmergencyNumbers({ format });
