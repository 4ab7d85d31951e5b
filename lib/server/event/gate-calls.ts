import "server-only";
import { api } from "@/lib/server/api/spine";
import { checkInByHand, undoCheckIn } from "./check-in";
import { gateView } from "./gate";
import { gateList } from "./gate-list";
import { takeScans } from "./scan";
import { listConflicts } from "./scan-conflicts";

const { event: calls } = api;

export const gateCalls = {
  gate: calls.gate.handler(({ input, context }) => gateView(context.db, input.eventId)),
  gateList: calls.gateList.handler(({ input, context }) => gateList(context, input)),
  scan: calls.scan.handler(({ input, context }) => takeScans(context, input)),
  scanConflicts: calls.scanConflicts.handler(({ input, context }) => listConflicts(context.db, input)),
  checkIn: calls.checkIn.handler(({ input, context }) => checkInByHand(context, input)),
  undoCheckIn: calls.undoCheckIn.handler(({ input, context }) => undoCheckIn(context, input)),
};
