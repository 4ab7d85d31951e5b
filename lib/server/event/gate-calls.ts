import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { checkInManually, undoCheckIn } from "./check-in";
import { listTicketsForGate } from "./list-for-gate";
import { listScanConflicts } from "./list-scan-conflicts";
import { readGate } from "./read-gate";
import { storeScans } from "./store-scans";

const { event: calls } = api;

/** Handlers of the calls that admit visitors: ticket scans at a gate, and manual check-ins. */
export const gateHandlers = {
  gate: calls.gate.handler(({ input, context }) => readGate(context.db, input.eventId)),
  gateList: calls.gateList.handler(({ input, context }) => listTicketsForGate(context, input)),
  scan: calls.scan.handler(({ input, context }) => storeScans(context, input)),
  scanConflicts: calls.scanConflicts.handler(({ input, context }) => listScanConflicts(context.db, input)),
  checkIn: calls.checkIn.handler(({ input, context }) => checkInManually(context, input)),
  undoCheckIn: calls.undoCheckIn.handler(({ input, context }) => undoCheckIn(context, input)),
};
