import "server-only";
import { statementHandlers } from "./reconciliation/statements/calls";

/** Handlers of the `reconciliation.*` calls. */
export const reconciliation = {
  ...statementHandlers,
  // items
  // matching
  // days
};
