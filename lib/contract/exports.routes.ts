import { route } from "./route";

/** Method, path and policy of the calls for downloads. */
export const exportsRoutes = {
  progress: route("GET", "/exports/{exportId}/progress", "signed-in"),
  /** The browser opens this URL as an ordinary download, without an Authorization header: see lib/server/exports.ts. */
  download: route("GET", "/exports/{token}", "public", { file: true }),
};
