import "server-only";
import { dayCalls } from "./reconciliation/days/day-calls";
import { reconciliationItemCalls } from "./reconciliation/items/calls";
import { settingsCalls } from "./reconciliation/settings/settings-calls";
import { statementHandlers } from "./reconciliation/statements/calls";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliationHandlers = {
  ...statementHandlers,
  ...reconciliationItemCalls,
  ...settingsCalls,
  ...dayCalls,
};
