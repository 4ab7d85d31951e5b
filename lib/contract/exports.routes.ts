import { route } from "./route";

export const exportsRoutes = {
  progress: route("GET", "/exports/{exportId}/progress", "signed-in", "How far one of my downloads got"),
  /** The browser opens it as an ordinary download, so there is no Authorization header: see lib/server/exports.ts. */
  download: route("GET", "/exports/{token}", "public", "Download by a link that works once", {
    done: "Downloaded a list",
    file: true,
  }),
};
