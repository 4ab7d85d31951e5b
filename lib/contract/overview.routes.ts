import { route } from "./route";

/** Open to every signed-in admin: each answer contains only what the caller may read. */
export const overviewRoutes = {
  figures: route("GET", "/overview", "signed-in"),
  work: route("GET", "/overview/work", "signed-in"),
};
