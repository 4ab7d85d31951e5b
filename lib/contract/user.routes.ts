import { needs, policiesOf } from "./access";
import { BODY_MAX, route } from "./route";

const { read, create, update, remove, exporting } = policiesOf("User Management");
const USER = "/user-management/users/{userId}";
const GROUP = "/user-management/user-groups";

export const userRoutes = {
  stats: route("GET", "/user-management", read),
  list: route("GET", "/user-management/users", read),
  create: route("POST", "/user-management/users", create),
  export: route("POST", "/user-management/users/export", exporting, {
    secret: true,
    proof: true,
    personal: ["user.name", "user.email", "user.phone"],
  }),
  single: route("GET", USER, read),
  statement: route("GET", `${USER}/statement`, read),
  kyc: route("GET", `${USER}/kyc`, needs("KYC Management", "read")),
  activity: route("GET", `${USER}/activity`, read),
  devices: route("GET", `${USER}/devices`, read),
  notes: route("GET", `${USER}/notes`, read),
  addNote: route("POST", `${USER}/notes`, update),
  restrict: route("PATCH", `${USER}/restriction`, update),
  lift: route("PATCH", `${USER}/restriction/lift`, update),
  suspend: route("PATCH", `${USER}/suspension`, update),
  reactivate: route("PATCH", `${USER}/reactivation`, update),
  close: route("PATCH", `${USER}/closure`, remove),
  resetSessions: route("PATCH", `${USER}/sessions-reset`, update),
  groups: route("GET", GROUP, read),
  groupChoices: route("GET", `${GROUP}/choices`, read),
  group: route("GET", `${GROUP}/{groupId}`, read),
  previewRule: route("GET", `${GROUP}/preview`, read),
  // Two calls, because the rights to add groups and to change them are separate.
  checkNewMembers: route("POST", `${GROUP}/check`, create, { timeout: 60_000, body: BODY_MAX }),
  checkMembers: route("POST", `${GROUP}/{groupId}/check`, update, {
    timeout: 60_000,
    body: BODY_MAX,
  }),
  createGroup: route("POST", GROUP, create, { body: BODY_MAX }),
  addMembers: route("POST", `${GROUP}/{groupId}/members`, update, { body: BODY_MAX }),
  updateGroup: route("PATCH", `${GROUP}/{groupId}`, update, { body: BODY_MAX }),
  deleteGroup: route("DELETE", `${GROUP}/{groupId}`, remove),
  openFromApp: route("POST", "/app/users", "app"),
  findForApp: route("GET", "/app/users", "app"),
  singleForApp: route("GET", "/app/users/{userId}", "app"),
  updateFromApp: route("PATCH", "/app/users/{userId}", "app"),
  walletForApp: route("GET", "/app/users/{userId}/wallet", "app"),
  statementForApp: route("GET", "/app/users/{userId}/statement", "app"),
  closeFromApp: route("POST", "/app/users/{userId}/closing", "app"),
};
