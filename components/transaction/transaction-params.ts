import { anyOf, day, defineList, naira, oneOf, shortText, uuid } from "@/lib/client/list-params";
import { CHANNELS, OVERVIEW_DAYS, TRANSACTION_STATES, TRANSACTION_TYPES } from "@/lib/contract/transaction.values";

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

/** How many days the overview looks back; 30 unless the address says otherwise. */
export const readDays = (raw: unknown) => oneOf(OVERVIEW_DAYS)(typeof raw === "string" ? raw : "") || "30";
