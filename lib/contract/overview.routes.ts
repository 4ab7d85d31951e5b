import { route } from "./route";

export const overviewRoutes = {
  figures: route("GET", "/overview", "signed-in"),
};
