import { reconciliationDays } from "./reconciliation-days";

/** Calls of reconciliation with input and output. */
export const reconciliation = {
  // accounts and statements
  // items
  // matching
  ...reconciliationDays,
};
