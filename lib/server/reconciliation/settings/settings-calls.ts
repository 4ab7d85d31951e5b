import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { reconciliationSettingsForApi, updateReconciliationSettings } from "./change-settings";
import { tryMatchingRules } from "./try-matching-rules";

const { reconciliation: calls } = api;

/** Handlers of the calls for limits and for trying the rules. */
export const settingsHandlers = {
  settings: calls.settings.handler(({ context: { db } }) => reconciliationSettingsForApi(db)),
  updateSettings: calls.updateSettings.handler(({ input, context }) => updateReconciliationSettings(context, input)),
  tryRules: calls.tryRules.handler(({ input, context: { db } }) => tryMatchingRules(db, input)),
};
