import { reconciliationDayRoutes } from "./reconciliation-days.routes";

/** Method, path and policy of the calls of reconciliation, which belongs to System Wallet. */
export const reconciliationRoutes = {
  // accounts and statements
  // items
  // matching
  ...reconciliationDayRoutes,
};
