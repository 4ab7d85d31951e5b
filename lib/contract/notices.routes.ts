import { route } from "./route";

/** Routes for notices. They need no right, because every admin reads and changes only their own notices. */
export const noticesRoutes = {
  list: route("GET", "/notices", "signed-in"),
  unread: route("GET", "/notices/unread", "signed-in"),
  read: route("PATCH", "/notices/{noticeId}/read", "signed-in"),
  readAll: route("PATCH", "/notices/read", "signed-in"),
  preferences: route("GET", "/notices/preferences", "signed-in"),
  changePreferences: route("PATCH", "/notices/preferences", "signed-in"),
};
