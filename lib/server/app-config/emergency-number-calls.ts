import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { toUnpagedList } from "@/lib/server/lists/list";
import {
  createEmergencyNumber,
  deleteEmergencyNumber,
  orderEmergencyNumbers,
  updateEmergencyNumber,
  verifyEmergencyNumber,
} from "./change-emergency-number";
import { listEmergencyNumbers, publicEmergencyNumbers } from "./read-emergency-numbers";

const { appConfig: calls } = api;

/** Handlers of the calls for emergency numbers. */
export const emergencyNumberHandlers = {
  emergencyNumbers: calls.emergencyNumbers.handler(({ context: { db } }) => toUnpagedList(listEmergencyNumbers(db))),
  exportEmergencyNumbers: calls.exportEmergencyNumbers.handler(({ input, context }) =>
    createExportLink(context, "emergency-numbers", input),
  ),
  createEmergencyNumber: calls.createEmergencyNumber.handler(({ input, context }) =>
    createEmergencyNumber(context, input),
  ),
  updateEmergencyNumber: calls.updateEmergencyNumber.handler(({ input, context }) =>
    updateEmergencyNumber(context, input),
  ),
  verifyEmergencyNumber: calls.verifyEmergencyNumber.handler(({ input, context }) =>
    verifyEmergencyNumber(context, input),
  ),
  orderEmergencyNumbers: calls.orderEmergencyNumbers.handler(({ input, context }) =>
    toUnpagedList(orderEmergencyNumbers(context, input.ids)),
  ),
  deleteEmergencyNumber: calls.deleteEmergencyNumber.handler(({ input, context }) =>
    deleteEmergencyNumber(context, input),
  ),
  publicEmergencyNumbers: calls.publicEmergencyNumbers.handler(({ input, context: { db } }) =>
    publicEmergencyNumbers(db, input.lga),
  ),
};
