import { anyOf, defineList } from "@/lib/client/list-params";
import { CANCELLATION_STEP_STATES } from "@/lib/contract/event.values";

/** What the address of a cancelled event's orders can say. */
export const cancellationListParams = defineList({
  sorts: ["updated_at"],
  filters: { state: anyOf(CANCELLATION_STEP_STATES) },
});
