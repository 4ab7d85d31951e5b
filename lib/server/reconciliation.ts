import "server-only";
import { dayHandlers } from "./reconciliation/days/day-calls";
import { reconciliationItemHandlers } from "./reconciliation/items/calls";
import { settingsHandlers } from "./reconciliation/settings/settings-calls";
import { statementHandlers } from "./reconciliation/statements/calls";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliationHandlers = {
  ...statementHandlers,
  ...reconciliationItemHandlers,
  ...settingsHandlers,
  ...dayHandlers,
};
