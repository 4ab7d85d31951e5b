import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";

export type AuditTrailListInput = Parameters<typeof api.systemLogs.auditTrails>[0];
type UserActivityListInput = Parameters<typeof api.systemLogs.userActivities>[0];
type UserActivityAllInput = Parameters<typeof api.systemLogs.userActivityAll>[0];

/** Reads one row per person: the number of actions, and the times of the first and last action. */
export const userActivityListQuery = (input: UserActivityListInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "user-activities", input),
    queryFn: ({ signal }) => api.systemLogs.userActivities(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the actions of all people, newest first. */
export const activitiesOfAllPeopleQuery = (input: UserActivityAllInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "user-activities-all", input),
    queryFn: fetchInWindow(api.systemLogs.userActivityAll, input),
    placeholderData: keepPreviousData,
  });

/** Reads the number of one person's actions, and the times of the first and last action. */
export const userActivitySummaryQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "user-activity", userId),
    queryFn: ({ signal }) => api.systemLogs.userActivity({ userId }, { signal }),
  });

/** Reads the people who have rows in the audit trail, as options of a filter. */
export const auditPeopleQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "people"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.systemLogs.people({}, { signal })),
  });

/** Reads the actions that the audit trail can contain, as options of a filter. The list changes only with a new version of the app. */
export const auditActionsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "actions"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.systemLogs.actions({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditTrailListQuery = (input: AuditTrailListInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "audit-trails", input),
    queryFn: fetchInWindow(api.systemLogs.auditTrails, input),
    placeholderData: keepPreviousData,
  });

export const auditRowQuery = (auditTrailId: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "audit-trail", auditTrailId),
    queryFn: ({ signal }) => api.systemLogs.auditTrail({ auditTrailId }, { signal }),
  });

/**
 * Verifies one part of the audit trail. The response contains where the next part starts.
 * @param start position after which to start, or `verified`: after the last position that any admin verified
 */
export const verifyAuditTrailChunk = (start: number | "verified", signal: AbortSignal) =>
  api.systemLogs.verify(start === "verified" ? { from: start } : { after: start }, { signal });
/** Result of verifying one part of the audit trail. */
export type AuditTrailVerification = Awaited<ReturnType<typeof verifyAuditTrailChunk>>;

/** Reads the status of database, mail, timed tasks and other parts. Always stale, because the page must show the current status. */
export const systemStatusQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Logs", "status"),
    queryFn: ({ signal }) => api.systemLogs.status({}, { signal }),
    staleTime: 0,
  });

/** Sends a test mail to the caller. An error contains the mail server's answer. */
export const sendTestMailMutation = (writesMailToFiles: boolean) =>
  mutationOptions({
    mutationFn: () => api.systemLogs.sendTestMail(),
    meta: {
      done: writesMailToFiles
        ? "The test mail was written to the folder outbox of DATA_DIR."
        : "A test mail is on its way to you.",
    },
  });

export const exportAuditTrails = (input: AuditTrailListInput, format: ExportFormat) =>
  api.systemLogs.exportAuditTrails({ ...withoutPaging(input), format });
