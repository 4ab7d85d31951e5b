import { needs } from "./access";
import { route } from "./route";

const feature = "System Logs";

export const systemLogsRoutes = {
  auditTrails: route("GET", "/system-logs/audit-trails", needs(feature, "read"), "Audit trail, newest first"),
  auditTrail: route(
    "GET",
    "/system-logs/audit-trails/{auditTrailId}",
    needs(feature, "read"),
    "One audit row with its difference",
  ),
};
