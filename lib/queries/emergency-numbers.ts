import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { itemsOf } from "./items";
import { key } from "./keys";
import { mutationsOf } from "./mutations";
import { orderMutation } from "./ordering";

const calls = api.appConfig;
const { creates, changes } = mutationsOf("AppConfig", "System-Logs");

export const emergencyNumbersQuery = () =>
  queryOptions({
    queryKey: key("AppConfig", "emergency-numbers"),
    queryFn: async ({ signal }) => itemsOf(await calls.emergencyNumbers({}, { signal })),
  });
export const createEmergencyNumberMutation = creates(calls.createEmergencyNumber);
export const updateEmergencyNumberMutation = changes(calls.updateEmergencyNumber);
export const verifyEmergencyNumberMutation = changes(calls.verifyEmergencyNumber);
export const deleteEmergencyNumberMutation = changes(calls.deleteEmergencyNumber);
export const orderEmergencyNumbersMutation = () =>
  orderMutation({
    name: key("AppConfig", "order-emergency-numbers"),
    queryKey: emergencyNumbersQuery().queryKey,
    send: (input: { ids: string[] }) => calls.orderEmergencyNumbers(input),
    invalidates: ["AppConfig", "System-Logs"],
  });
export const exportEmergencyNumbers = (format: ExportFormat) => calls.exportEmergencyNumbers({ format });
