import { FAILED_STATES, OPEN_STATES, SETTLED_STATES, TRANSACTION_TYPES } from "./transaction.values";

export const TRANSACTIONS_LIST = "/dashboard/transactions/all";
const PAYMENTS = `type=${TRANSACTION_TYPES.filter((type) => type !== "refund").join(",")}`;
const SETTLED = `state=${SETTLED_STATES.join(",")}`;
const FAILED: readonly string[] = FAILED_STATES;
const isOpen = (state: string) => OPEN_STATES.some((open) => open === state);

/**
 * Returns links to the transaction lists behind the figures of a period (lib/server/transaction/overview.ts). Paid, failed and
 * refunded transactions count on the day of their result, open ones on the day of their creation.
 */
export function paymentLinks({ from, to }: { from: string; to: string }) {
  const decided = `completed_from=${from}&completed_to=${to}`;
  const list = (...filters: string[]) => `${TRANSACTIONS_LIST}?${filters.join("&")}`;
  return {
    paid: list(PAYMENTS, SETTLED, decided),
    failed: list(`state=${FAILED.join(",")}`, decided),
    refunded: list("type=refund", SETTLED, decided),
    ofType: (type: string) => list(`type=${type}`, SETTLED, decided),
    ofChannel: (channel: string) => list(PAYMENTS, `channel=${channel}`, SETTLED, decided),
    inState: (state: string) =>
      FAILED.includes(state)
        ? list(`state=${state}`, decided)
        : list(PAYMENTS, `state=${state}`, isOpen(state) ? `from=${from}&to=${to}` : decided),
  };
}
