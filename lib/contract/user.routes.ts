import { needs } from "./access";
import { BODY_MAX, route } from "./route";

const feature = "User Management";
const USER = "/user-management/users/{userId}";
const GROUP = "/user-management/user-groups";

export const userRoutes = {
  stats: route("GET", "/user-management", needs(feature, "read"), "How many users there are, and the newest"),
  list: route("GET", "/user-management/users", needs(feature, "read"), "Users, newest first"),
  export: route(
    "POST",
    "/user-management/users/export",
    needs(feature, "export"),
    "Make a link that downloads the users",
    { done: "Exported users", secret: true },
  ),
  single: route("GET", USER, needs(feature, "read"), "One user"),
  statement: route("GET", `${USER}/statement`, needs(feature, "read"), "Postings of a user's wallet, newest first"),
  kyc: route("GET", `${USER}/kyc`, needs("KYC Management", "read"), "A user's identity requests"),
  activity: route("GET", `${USER}/activity`, needs(feature, "read"), "What happened to a user's account"),
  notes: route("GET", `${USER}/notes`, needs(feature, "read"), "Internal notes about a user"),
  addNote: route("POST", `${USER}/notes`, needs(feature, "update"), "Add an internal note about a user", {
    done: "Added a note about a user",
  }),
  restrict: route("PATCH", `${USER}/restriction`, needs(feature, "update"), "Restrict a user's wallet", {
    done: "Restricted a user's wallet",
  }),
  lift: route("PATCH", `${USER}/restriction/lift`, needs(feature, "update"), "Lift the restriction of a wallet", {
    done: "Lifted the restriction of a wallet",
  }),
  suspend: route("PATCH", `${USER}/suspension`, needs(feature, "update"), "Suspend a user", {
    done: "Suspended a user",
  }),
  reactivate: route("PATCH", `${USER}/reactivation`, needs(feature, "update"), "Let a suspended user in again", {
    done: "Reactivated a user",
  }),
  close: route("PATCH", `${USER}/closure`, needs(feature, "delete"), "Close a user's account for good", {
    done: "Closed a user's account",
  }),
  resetSessions: route(
    "PATCH",
    `${USER}/sessions-reset`,
    needs(feature, "update"),
    "End a user's sessions in the app",
    { done: "Ended a user's sessions in the app" },
  ),
  groups: route("GET", GROUP, needs(feature, "read"), "User groups, by name"),
  groupChoices: route("GET", `${GROUP}/choices`, needs(feature, "read"), "Names of all user groups, to choose from"),
  group: route("GET", `${GROUP}/{groupId}`, needs(feature, "read"), "One user group"),
  previewRule: route("GET", `${GROUP}/preview`, needs(feature, "read"), "How many users match a rule"),
  // Two calls, because whoever may add groups need not be allowed to change them, and the other way round.
  checkNewMembers: route(
    "POST",
    `${GROUP}/check`,
    needs(feature, "create"),
    "Find the users behind phone numbers, emails and ids, for a new group",
    { done: "Looked up users for a new group", timeout: 60_000, body: BODY_MAX },
  ),
  checkMembers: route(
    "POST",
    `${GROUP}/{groupId}/check`,
    needs(feature, "update"),
    "Find the users behind phone numbers, emails and ids, for a group that there is",
    { done: "Looked up users for a group", timeout: 60_000, body: BODY_MAX },
  ),
  createGroup: route("POST", GROUP, needs(feature, "create"), "Add a user group", {
    done: "Added a user group",
    body: BODY_MAX,
  }),
  addMembers: route("POST", `${GROUP}/{groupId}/members`, needs(feature, "update"), "Add people to a user group", {
    done: "Added people to a user group",
    body: BODY_MAX,
  }),
  updateGroup: route("PATCH", `${GROUP}/{groupId}`, needs(feature, "update"), "Change a user group", {
    done: "Changed a user group",
    body: BODY_MAX,
  }),
  deleteGroup: route("DELETE", `${GROUP}/{groupId}`, needs(feature, "delete"), "Delete a user group", {
    done: "Deleted a user group",
  }),
};
