import { anyOf, defineList, oneOf } from "@/lib/client/list-params";
import { BROADCAST_AUDIENCES, BROADCAST_STATES } from "@/lib/contract/app-config.values";

/** What the address of the list of notifications can say. */
export const broadcastListParams = defineList({
  sorts: ["updated_at", "scheduled_for", "title"],
  defaultSort: "-updated_at",
  filters: { state: anyOf(BROADCAST_STATES), audience: oneOf(BROADCAST_AUDIENCES) },
});
