import "server-only";
import { api } from "./api/pipeline";
import { createView, deleteView, updateView, viewAudiencesOf } from "./saved-views/change-views";
import { countViews } from "./saved-views/count-views";
import { readViews } from "./saved-views/read-views";
import { saveListSettings } from "./saved-views/save-settings";

const { savedViews: calls } = api;

/** Handlers of the `savedViews.*` calls. */
export const savedViewsHandlers = {
  list: calls.list.handler(({ context: { db, admin } }) => readViews(db, admin)),
  create: calls.create.handler(({ input, context }) => createView(context, input)),
  update: calls.update.handler(({ input, context }) => updateView(context, input)),
  remove: calls.remove.handler(({ input, context }) => deleteView(context, input)),
  audiences: calls.audiences.handler(({ input, context }) => viewAudiencesOf(context, input.list)),
  counts: calls.counts.handler(({ input, context }) => countViews(context, input)),
  saveSettings: calls.saveSettings.handler(({ input, context }) => saveListSettings(context, input)),
};
