import { needs } from "./access";
import { route } from "./route";

const feature = "System Logs";

export const systemLogsRoutes = {
  userActivities: route("GET", "/system-logs/user-activities", needs(feature, "read"), "What each person has done"),
  userActivityAll: route(
    "GET",
    "/system-logs/user-activities/all",
    needs(feature, "read"),
    "What everybody has done, newest first",
  ),
  userActivity: route("GET", "/system-logs/user-activities/{userId}", needs(feature, "read"), "One person's sums"),
  people: route("GET", "/system-logs/people", needs(feature, "read"), "Admins on record, to choose from"),
  auditTrails: route("GET", "/system-logs/audit-trails", needs(feature, "read"), "Audit trail, newest first"),
  exportAuditTrails: route(
    "POST",
    "/system-logs/audit-trails/export",
    needs(feature, "export"),
    "Make a link that downloads the audit trail",
    { done: "Exported the audit trail", secret: true },
  ),
  verify: route(
    "GET",
    "/system-logs/audit-trails/verify",
    needs(feature, "read"),
    "Check the chain of the audit trail",
    { done: "Verified the audit trail" },
  ),
  auditTrail: route(
    "GET",
    "/system-logs/audit-trails/{auditTrailId}",
    needs(feature, "read"),
    "One audit row with its difference",
  ),
};
