import {
  FAILED_TRANSACTION_STATES,
  OPEN_TRANSACTION_STATES,
  SETTLED_TRANSACTION_STATES,
  TRANSACTION_TYPES,
} from "./transaction.values";

/** Path of the list of all transactions. */
export const TRANSACTION_LIST_URL = "/dashboard/transactions/all";
/** Path of the list of disputes that providers report. */
export const DISPUTES_URL = "/dashboard/transactions/disputes";
const PAYMENT_TYPES_QUERY = `type=${TRANSACTION_TYPES.filter((type) => type !== "refund").join(",")}`;
const SETTLED_QUERY = `state=${SETTLED_TRANSACTION_STATES.join(",")}`;
const FAILED_STATE_LIST: readonly string[] = FAILED_TRANSACTION_STATES;
const isOpenState = (state: string) => OPEN_TRANSACTION_STATES.some((openState) => openState === state);

/**
 * Returns links to the transaction lists behind the figures of a period (lib/server/transaction/overview.ts). Paid, failed and
 * refunded transactions count on the day of their result, open ones on the day of their creation.
 */
export function transactionListLinks({ from, to }: { from: string; to: string }) {
  const completedQuery = `completed_from=${from}&completed_to=${to}`;
  const list = (...filters: string[]) => `${TRANSACTION_LIST_URL}?${filters.join("&")}`;
  return {
    paid: list(PAYMENT_TYPES_QUERY, SETTLED_QUERY, completedQuery),
    failed: list(`state=${FAILED_STATE_LIST.join(",")}`, completedQuery),
    refunded: list("type=refund", SETTLED_QUERY, completedQuery),
    ofType: (type: string) => list(`type=${type}`, SETTLED_QUERY, completedQuery),
    ofChannel: (channel: string) => list(PAYMENT_TYPES_QUERY, `channel=${channel}`, SETTLED_QUERY, completedQuery),
    inState: (state: string) =>
      FAILED_STATE_LIST.includes(state)
        ? list(`state=${state}`, completedQuery)
        : list(PAYMENT_TYPES_QUERY, `state=${state}`, isOpenState(state) ? `from=${from}&to=${to}` : completedQuery),
  };
}
