import { route } from "./route";

/** Method, path and policy of the record search and of pinned records. */
export const searchRoutes = {
  records: route("GET", "/search", "signed-in"),
  pins: route("GET", "/search/pins", "signed-in"),
  pin: route("POST", "/search/pins", "signed-in", { preference: true }),
  unpin: route("DELETE", "/search/pins/{kind}/{recordId}", "signed-in", { preference: true }),
};
