import { route } from "./route";

const viewPath = "/saved-views/{viewId}";

/** Routes for saved views and settings of lists. Handlers check the rights of each view's list. */
export const savedViewsRoutes = {
  list: route("GET", "/saved-views", "signed-in"),
  create: route("POST", "/saved-views", "signed-in"),
  audiences: route("GET", "/saved-views/audiences", "signed-in"),
  counts: route("POST", "/saved-views/counts", "signed-in", { reads: true }),
  saveSettings: route("PATCH", "/saved-views/settings/{list}", "signed-in", { preference: true, keepalive: true }),
  update: route("PATCH", viewPath, "signed-in"),
  remove: route("DELETE", viewPath, "signed-in"),
};
