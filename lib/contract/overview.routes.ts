import { route } from "./route";

export const overviewRoutes = {
  figures: route("GET", "/overview", "signed-in", "Figures of the features that the caller may read"),
};
