import { route } from "./route";

/** Routes of Home. Every signed-in admin may call them: each response contains only what the caller may read. */
export const overviewRoutes = {
  figures: route("GET", "/overview", "signed-in"),
  work: route("GET", "/overview/work", "signed-in"),
  changes: route("GET", "/overview/changes", "signed-in"),
  charts: route("GET", "/overview/charts", "signed-in"),
  recordVisit: route("POST", "/overview/visits", "signed-in", { preference: true }),
  layout: route("GET", "/overview/layout", "signed-in"),
  saveLayout: route("PATCH", "/overview/layout", "signed-in"),
  resetLayout: route("PATCH", "/overview/layout/reset", "signed-in"),
};
