import { anyOf, day, defineList, oneOf, uuid } from "@/lib/client/list-params";
import { EVENT_STATES } from "@/lib/contract/event.values";
import { LGAS } from "@/lib/contract/kyc.values";

/** What the address of the list of events can say. Unless it says an order, what is on and what comes next is first. */
export const eventListParams = defineList({
  sorts: ["starts_at", "title", "updated_at"],
  filters: { state: anyOf(EVENT_STATES), category: uuid, lga: oneOf(LGAS), from: day, to: day },
});
