import "server-only";
import { api } from "./api/pipeline";
import { createSavedView, deleteSavedView, updateSavedView, viewAudiencesOf } from "./saved-views/change-views";
import { countViews } from "./saved-views/count-views";
import { readSavedViews } from "./saved-views/read-views";
import { saveListSettings } from "./saved-views/save-settings";

const { savedViews: calls } = api;

/** Handlers of the `savedViews.*` calls. */
export const savedViewsHandlers = {
  list: calls.list.handler(({ context: { db, admin } }) => readSavedViews(db, admin)),
  create: calls.create.handler(({ input, context }) => createSavedView(context, input)),
  update: calls.update.handler(({ input, context }) => updateSavedView(context, input)),
  remove: calls.remove.handler(({ input, context }) => deleteSavedView(context, input)),
  audiences: calls.audiences.handler(({ input, context }) => viewAudiencesOf(context, input.list)),
  counts: calls.counts.handler(({ input, context }) => countViews(context, input)),
  saveSettings: calls.saveSettings.handler(({ input, context }) => saveListSettings(context, input)),
};
