import { reconciliationSettingsCalls } from "./reconciliation-settings";

/** Calls of reconciliation with input and output. */
export const reconciliation = {
  // accounts and statements
  // items
  // matching
  ...reconciliationSettingsCalls,
  // days
};
