import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, exporting } = accessPoliciesOf("System Logs");

/** Method, path and policy of the calls of System Logs. */
export const systemLogsRoutes = {
  userActivities: route("GET", "/system-logs/user-activities", read, { replica: true }),
  userActivityAll: route("GET", "/system-logs/user-activities/all", read, { replica: true }),
  userActivity: route("GET", "/system-logs/user-activities/{userId}", read),
  people: route("GET", "/system-logs/people", read),
  actions: route("GET", "/system-logs/actions", read),
  auditTrails: route("GET", "/system-logs/audit-trails", read, { replica: true }),
  exportAuditTrails: route("POST", "/system-logs/audit-trails/export", exporting, {
    secret: true,
    proof: true,
    personal: ["audit_trail.changes"],
  }),
  verify: route("GET", "/system-logs/audit-trails/verify", read),
  status: route("GET", "/system-logs/status", read),
  sendTestMail: route("POST", "/system-logs/status/test-mail", read, { timeout: 40_000 }),
  auditTrail: route("GET", "/system-logs/audit-trails/{auditTrailId}", read),
};
