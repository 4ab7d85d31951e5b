import { reconciliationDayCalls } from "./reconciliation-days";
import { reconciliationItemCalls } from "./reconciliation-items";
import { reconciliationSettingsCalls } from "./reconciliation-settings";
import { statementCalls } from "./reconciliation-statements";

/** Calls of reconciliation, with descriptions and schemas. */
export const reconciliationCalls = {
  ...statementCalls,
  ...reconciliationItemCalls,
  ...reconciliationSettingsCalls,
  ...reconciliationDayCalls,
};
