import { statementCalls } from "./reconciliation-statements";

/** Calls of reconciliation with input and output. */
export const reconciliation = {
  ...statementCalls,
  // items
  // matching
  // days
};
