import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExport } from "@/lib/server/exports/link";
import { fullList } from "@/lib/server/lists/list";
import { createNumber, deleteNumber, orderNumbers, updateNumber, verifyNumber } from "./change-emergency-number";
import { listEmergencyNumbers, publicNumbers } from "./read-emergency-numbers";

const { appConfig: calls } = api;

/** Handlers of the calls for emergency numbers. */
export const emergencyNumberCalls = {
  emergencyNumbers: calls.emergencyNumbers.handler(({ context: { db } }) => fullList(listEmergencyNumbers(db))),
  exportEmergencyNumbers: calls.exportEmergencyNumbers.handler(({ input, context }) =>
    createExport(context, "emergency-numbers", input),
  ),
  createEmergencyNumber: calls.createEmergencyNumber.handler(({ input, context }) => createNumber(context, input)),
  updateEmergencyNumber: calls.updateEmergencyNumber.handler(({ input, context }) => updateNumber(context, input)),
  verifyEmergencyNumber: calls.verifyEmergencyNumber.handler(({ input, context }) => verifyNumber(context, input)),
  orderEmergencyNumbers: calls.orderEmergencyNumbers.handler(({ input, context }) =>
    fullList(orderNumbers(context, input.ids)),
  ),
  deleteEmergencyNumber: calls.deleteEmergencyNumber.handler(({ input, context }) => deleteNumber(context, input)),
  publicEmergencyNumbers: calls.publicEmergencyNumbers.handler(({ input, context: { db } }) =>
    publicNumbers(db, input.lga),
  ),
};
