import { reconciliationDayRoutes } from "./reconciliation-days.routes";
import { reconciliationItemRoutes } from "./reconciliation-items.routes";
import { reconciliationSettingsRoutes } from "./reconciliation-settings.routes";
import { statementRoutes } from "./reconciliation-statements.routes";

/** Method, path and policy of the calls of reconciliation, which belongs to System Wallet. */
export const reconciliationRoutes = {
  ...statementRoutes,
  ...reconciliationItemRoutes,
  ...reconciliationSettingsRoutes,
  ...reconciliationDayRoutes,
};
