import { accessPoliciesOf, accessPolicy } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

const { read, create, update, remove, exporting } = accessPoliciesOf("User Management");
const USER_PATH = "/user-management/users/{userId}";
const RETENTION_PATH = "/user-management/retention";
const GROUPS_PATH = "/user-management/user-groups";

/** Method, path and policy of the calls of User Management. */
export const userRoutes = {
  stats: route("GET", "/user-management", read, { replica: true }),
  list: route("GET", "/user-management/users", read, { replica: true }),
  create: route("POST", "/user-management/users", create),
  export: route("POST", "/user-management/users/export", exporting, {
    secret: true,
    proof: true,
    personal: ["user.name", "user.email", "user.phone"],
  }),
  single: route("GET", USER_PATH, read),
  statement: route("GET", `${USER_PATH}/statement`, read, { replica: true }),
  kyc: route("GET", `${USER_PATH}/kyc`, accessPolicy("KYC Management", "read")),
  activity: route("GET", `${USER_PATH}/activity`, read, { replica: true }),
  devices: route("GET", `${USER_PATH}/devices`, read),
  notes: route("GET", `${USER_PATH}/notes`, read),
  addNote: route("POST", `${USER_PATH}/notes`, update),
  noteReaders: route("GET", "/user-management/note-readers", update),
  restrict: route("PATCH", `${USER_PATH}/restriction`, update),
  lift: route("PATCH", `${USER_PATH}/restriction/lift`, update),
  suspend: route("PATCH", `${USER_PATH}/suspension`, update),
  reactivate: route("PATCH", `${USER_PATH}/reactivation`, update),
  close: route("PATCH", `${USER_PATH}/closure`, remove),
  resetSessions: route("PATCH", `${USER_PATH}/sessions-reset`, update),
  dataRequests: route("GET", `${USER_PATH}/data-requests`, read),
  correct: route("POST", `${USER_PATH}/corrections`, update),
  exportData: route("POST", `${USER_PATH}/data-copies`, exporting),
  // Needs the rights to read every part of the copy, because a copy can't leave out what the admin may not see.
  downloadData: route("POST", `${USER_PATH}/data-copies/download`, exporting, {
    secret: true,
    proof: true,
    personal: [
      "user.name",
      "kyc.identity_number",
      "transaction.card",
      "movement.name",
      "ireport.name",
      "ticket.name",
      "application.bank_account",
      "redemption.name",
      "audit_trail.changes",
      "acceptance.name",
    ],
  }),
  eraseData: route("POST", `${USER_PATH}/erasures`, remove),
  placeHold: route("POST", `${USER_PATH}/data-hold`, remove),
  releaseHold: route("PATCH", `${USER_PATH}/data-hold/release`, remove),
  retention: route("GET", RETENTION_PATH, read),
  retentionDryRun: route("GET", `${RETENTION_PATH}/dry-run`, remove, { timeout: 60_000 }),
  changeRetention: route("PATCH", RETENTION_PATH, remove),
  runRetention: route("POST", `${RETENTION_PATH}/runs`, remove, { timeout: 60_000 }),
  groups: route("GET", GROUPS_PATH, read, { replica: true }),
  groupChoices: route("GET", `${GROUPS_PATH}/choices`, read),
  group: route("GET", `${GROUPS_PATH}/{groupId}`, read),
  previewRule: route("GET", `${GROUPS_PATH}/preview`, read),
  // Checks people for a new group or for an existing one. Separate calls, because creating and changing groups are
  // separate rights.
  checkNewMembers: route("POST", `${GROUPS_PATH}/check`, create, { timeout: 60_000, body: MAX_BODY_BYTES }),
  checkMembers: route("POST", `${GROUPS_PATH}/{groupId}/check`, update, {
    timeout: 60_000,
    body: MAX_BODY_BYTES,
  }),
  createGroup: route("POST", GROUPS_PATH, create, { body: MAX_BODY_BYTES }),
  addMembers: route("POST", `${GROUPS_PATH}/{groupId}/members`, update, { body: MAX_BODY_BYTES }),
  updateGroup: route("PATCH", `${GROUPS_PATH}/{groupId}`, update, { body: MAX_BODY_BYTES }),
  deleteGroup: route("DELETE", `${GROUPS_PATH}/{groupId}`, remove),
  openFromApp: route("POST", "/app/users", "app"),
  findForApp: route("GET", "/app/users", "app"),
  singleForApp: route("GET", "/app/users/{userId}", "app"),
  updateFromApp: route("PATCH", "/app/users/{userId}", "app"),
  walletForApp: route("GET", "/app/users/{userId}/wallet", "app"),
  statementForApp: route("GET", "/app/users/{userId}/statement", "app", { replica: true }),
  closeFromApp: route("POST", "/app/users/{userId}/closing", "app"),
};
