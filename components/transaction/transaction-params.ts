import { anyOf, day, defineList, naira, oneOf, readDays, shortText, uuid } from "@/lib/client/list-params";
import { CHANNELS, OVERVIEW_DAYS, TRANSACTION_STATES, TRANSACTION_TYPES } from "@/lib/contract/transaction.values";
import type { OverviewPeriod } from "@/lib/queries/transaction";

const order = { sorts: ["created_at", "amount"], defaultSort: "-created_at" };
const filters = {
  type: anyOf(TRANSACTION_TYPES),
  channel: anyOf(CHANNELS),
  state: anyOf(TRANSACTION_STATES),
  method: uuid,
  provider_reference: shortText(100),
  min: naira,
  max: naira,
  fee_min: naira,
  fee_max: naira,
  from: day,
  to: day,
  completed_from: day,
  completed_to: day,
};

/** What the address of the list can say. */
export const transactionListParams = defineList({ ...order, filters: { ...filters, user: uuid } });

/** The same on a user's page, where the user is said already. */
export const userTransactionParams = defineList({ ...order, filters });

/**
 * The days of the overview: from one to another where the address says them, else the last 30 or as many as it says.
 * @param read the address's value of a name
 */
export function readPeriod(read: (name: string) => unknown): OverviewPeriod {
  const days = readDays(read);
  return days.from || days.to ? days : { days: oneOf(OVERVIEW_DAYS)(String(read("days"))) || "30" };
}
