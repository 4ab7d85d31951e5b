import "server-only";
import { settingsCalls } from "./reconciliation/settings/settings-calls";
import { statementHandlers } from "./reconciliation/statements/calls";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliation = {
  ...statementHandlers,
  // items
  ...settingsCalls,
  // days
};
