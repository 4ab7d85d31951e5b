import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

export type AuditTrailListInput = Parameters<typeof api.systemLogs.auditTrails>[0];

export const auditTrailListQuery = (input: AuditTrailListInput) =>
  queryOptions({
    queryKey: key("System-Logs", "audit-trails", input),
    queryFn: ({ signal }) => api.systemLogs.auditTrails(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const auditTrailQuery = (auditTrailId: string) =>
  queryOptions({
    queryKey: key("System-Logs", "audit-trail", auditTrailId),
    queryFn: ({ signal }) => api.systemLogs.auditTrail({ auditTrailId }, { signal }),
  });
