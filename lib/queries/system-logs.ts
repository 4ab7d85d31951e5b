import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { everyRow } from "./exports";
import { itemsOf } from "./items";
import { key } from "./keys";

export type AuditTrailListInput = Parameters<typeof api.systemLogs.auditTrails>[0];
type UserActivityListInput = Parameters<typeof api.systemLogs.userActivities>[0];
type UserActivityAllInput = Parameters<typeof api.systemLogs.userActivityAll>[0];

export const userActivityListQuery = (input: UserActivityListInput) =>
  queryOptions({
    queryKey: key("System-Logs", "user-activities", input),
    queryFn: ({ signal }) => api.systemLogs.userActivities(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const userActivityAllQuery = (input: UserActivityAllInput) =>
  queryOptions({
    queryKey: key("System-Logs", "user-activities-all", input),
    queryFn: ({ signal }) => api.systemLogs.userActivityAll(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const userActivityQuery = (userId: string) =>
  queryOptions({
    queryKey: key("System-Logs", "user-activity", userId),
    queryFn: ({ signal }) => api.systemLogs.userActivity({ userId }, { signal }),
  });

/** Everybody on record, for the filters that choose a person. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: key("System-Logs", "people"),
    queryFn: async ({ signal }) => itemsOf(await api.systemLogs.people({}, { signal })),
  });

/** What can be on record, for the filter; it changes with a new version alone. */
export const actionsQuery = () =>
  queryOptions({
    queryKey: key("System-Logs", "actions"),
    queryFn: async ({ signal }) => itemsOf(await api.systemLogs.actions({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

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

/** One stretch of the verification; the answer says where the next one begins. */
export const verifyStretch = (after: number, signal: AbortSignal) => api.systemLogs.verify({ after }, { signal });
export type Verification = Awaited<ReturnType<typeof verifyStretch>>;

export const exportAuditTrails = (input: AuditTrailListInput, format: ExportFormat) =>
  api.systemLogs.exportAuditTrails({ ...everyRow(input), format });
