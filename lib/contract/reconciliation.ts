import { reconciliationItemCalls } from "./reconciliation-items";

/** Calls of reconciliation with input and output. */
export const reconciliation = {
  // accounts and statements
  ...reconciliationItemCalls,
  // matching
  // days
};
