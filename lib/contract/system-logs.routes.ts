import { needs } from "./access";
import { route } from "./route";

const feature = "System Logs";

export const systemLogsRoutes = {
  userActivities: route("GET", "/system-logs/user-activities", needs(feature, "read")),
  userActivityAll: route("GET", "/system-logs/user-activities/all", needs(feature, "read")),
  userActivity: route("GET", "/system-logs/user-activities/{userId}", needs(feature, "read")),
  people: route("GET", "/system-logs/people", needs(feature, "read")),
  actions: route("GET", "/system-logs/actions", needs(feature, "read")),
  auditTrails: route("GET", "/system-logs/audit-trails", needs(feature, "read")),
  exportAuditTrails: route("POST", "/system-logs/audit-trails/export", needs(feature, "export"), { secret: true }),
  verify: route("GET", "/system-logs/audit-trails/verify", needs(feature, "read")),
  auditTrail: route("GET", "/system-logs/audit-trails/{auditTrailId}", needs(feature, "read")),
};
