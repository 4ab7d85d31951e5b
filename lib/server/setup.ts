import "server-only";
import { api } from "./api/pipeline";
import { confirmRestoredBackup, dismissChecklist, readChecklist } from "./setup/checklist";
import { loadStarterSet, previewStarterSet } from "./setup/starter-sets";

const { setup: calls } = api;

/** Handlers of the `setup.*` calls. */
export const setupHandlers = {
  checklist: calls.checklist.handler(({ context: { db } }) => readChecklist(db)),
  dismiss: calls.dismiss.handler(({ input, context }) => dismissChecklist(context, input.is_dismissed)),
  confirmBackup: calls.confirmBackup.handler(({ context }) => confirmRestoredBackup(context)),
  starterSet: calls.starterSet.handler(({ input, context: { db } }) => previewStarterSet(db, input.starterSet)),
  loadStarterSet: calls.loadStarterSet.handler(({ input, context }) => loadStarterSet(context, input.starterSet)),
};
