import { anyOf, defineList } from "@/lib/client/list-params";
import { PROGRAMME_STATES } from "@/lib/contract/grant.values";

/** What the address of the list can say. Unless it says an order, those that are open come first. */
export const programmeListParams = defineList({
  sorts: ["name", "closes_at", "budget", "updated_at"],
  filters: { state: anyOf(PROGRAMME_STATES) },
});
