import "server-only";
import { reconciliationItemCalls } from "./reconciliation/items/calls";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliation = {
  // accounts and statements
  ...reconciliationItemCalls,
  // matching
  // days
};
