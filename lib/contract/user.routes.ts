import { needs } from "./access";
import { BODY_MAX, route } from "./route";

const feature = "User Management";
const USER = "/user-management/users/{userId}";
const GROUP = "/user-management/user-groups";

export const userRoutes = {
  stats: route("GET", "/user-management", needs(feature, "read")),
  list: route("GET", "/user-management/users", needs(feature, "read")),
  export: route("POST", "/user-management/users/export", needs(feature, "export"), { secret: true }),
  single: route("GET", USER, needs(feature, "read")),
  statement: route("GET", `${USER}/statement`, needs(feature, "read")),
  kyc: route("GET", `${USER}/kyc`, needs("KYC Management", "read")),
  activity: route("GET", `${USER}/activity`, needs(feature, "read")),
  devices: route("GET", `${USER}/devices`, needs(feature, "read")),
  notes: route("GET", `${USER}/notes`, needs(feature, "read")),
  addNote: route("POST", `${USER}/notes`, needs(feature, "update")),
  restrict: route("PATCH", `${USER}/restriction`, needs(feature, "update")),
  lift: route("PATCH", `${USER}/restriction/lift`, needs(feature, "update")),
  suspend: route("PATCH", `${USER}/suspension`, needs(feature, "update")),
  reactivate: route("PATCH", `${USER}/reactivation`, needs(feature, "update")),
  close: route("PATCH", `${USER}/closure`, needs(feature, "delete")),
  resetSessions: route("PATCH", `${USER}/sessions-reset`, needs(feature, "update")),
  groups: route("GET", GROUP, needs(feature, "read")),
  groupChoices: route("GET", `${GROUP}/choices`, needs(feature, "read")),
  group: route("GET", `${GROUP}/{groupId}`, needs(feature, "read")),
  previewRule: route("GET", `${GROUP}/preview`, needs(feature, "read")),
  // Two calls, because whoever may add groups need not be allowed to change them, and the other way round.
  checkNewMembers: route("POST", `${GROUP}/check`, needs(feature, "create"), { timeout: 60_000, body: BODY_MAX }),
  checkMembers: route("POST", `${GROUP}/{groupId}/check`, needs(feature, "update"), {
    timeout: 60_000,
    body: BODY_MAX,
  }),
  createGroup: route("POST", GROUP, needs(feature, "create"), { body: BODY_MAX }),
  addMembers: route("POST", `${GROUP}/{groupId}/members`, needs(feature, "update"), { body: BODY_MAX }),
  updateGroup: route("PATCH", `${GROUP}/{groupId}`, needs(feature, "update"), { body: BODY_MAX }),
  deleteGroup: route("DELETE", `${GROUP}/{groupId}`, needs(feature, "delete")),
};
