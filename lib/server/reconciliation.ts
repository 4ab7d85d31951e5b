import "server-only";
import { api } from "./api/pipeline";
import { reconciliationSettingsOf, updateReconciliationSettings } from "./reconciliation/settings/change-settings";

const { reconciliation: calls } = api;

/** Handlers of the `reconciliation.*` calls. */
export const reconciliation = {
  // accounts and statements
  // items
  // matching
  settings: calls.settings.handler(({ context: { db } }) => reconciliationSettingsOf(db)),
  updateSettings: calls.updateSettings.handler(({ input, context }) => updateReconciliationSettings(context, input)),
  // days
};
