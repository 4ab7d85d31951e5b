import { anyOf, day, defineList, uuid } from "@/lib/client/list-params";
import { TICKET_STATES } from "@/lib/contract/event.values";

const order = { sorts: ["created_at", "checked_in_at"], defaultSort: "-created_at" };
const filters = { state: anyOf(TICKET_STATES), from: day, to: day };

/** What the address of the list of tickets can say. */
export const ticketListParams = defineList({
  ...order,
  filters: { ...filters, event: uuid, type: uuid, holder: uuid, transaction: uuid },
});

/** The same on a user's page, where the holder is said already. */
export const userTicketParams = defineList({ ...order, filters });
