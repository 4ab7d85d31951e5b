import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type CorrectUserInput = Parameters<typeof api.user.correct>[0];

/** Reads the pending requests for actions on a citizen's data. */
export const userDataRequestsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf("User", "data-requests", userId),
    queryFn: ({ signal }) => api.user.dataRequests({ userId }, { signal }),
  });

const { creates } = mutationsInvalidating("User", "Overview", "System-Logs");

/** Requests a correction of a citizen's details; another admin decides. */
export const requestUserCorrectionMutation = creates(api.user.correct);

/** Input of the requests below that need only a reason. */
export type UserDataReasonInput = Parameters<typeof api.user.exportData>[0];

/** Requests a copy of a citizen's data; another admin decides. */
export const requestDataCopyMutation = creates(api.user.exportData);

/** Requests the erasure of a citizen's data; another admin decides. */
export const requestDataErasureMutation = creates(api.user.eraseData);

/** Places a hold, which prevents the erasure of a citizen's data. */
export const placeDataHoldMutation = creates(api.user.placeHold);

/** Releases the hold on a citizen's data. */
export const releaseDataHoldMutation = creates(api.user.releaseHold);

/** Creates the download link of an approved data copy. */
export const downloadDataCopy = (userId: string) => api.user.downloadData({ userId });

/** Reads the progress of a data copy's download every second until it ends. @param exportId null before the download */
export const dataCopyProgressQuery = (exportId: string | null) =>
  queryOptions({
    queryKey: queryKeyOf("User", "copy-progress", exportId),
    queryFn: ({ signal }) => api.exports.progress({ exportId: exportId ?? "" }, { signal }),
    enabled: exportId !== null,
    refetchInterval: ({ state: { data } }) => (data?.state === "done" || data?.state === "broken_off" ? false : 1_000),
  });

export type ChangeRetentionInput = Parameters<typeof api.user.changeRetention>[0];
export type RunRetentionInput = Parameters<typeof api.user.runRetention>[0];

/** Reads the retention periods, and the latest removals of old data. */
export const retentionQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("User", "retention"),
    queryFn: ({ signal }) => api.user.retention({}, { signal }),
  });

/**
 * Counts data older than its retention period. Runs only on request, because it reads large tables.
 * @param periods retention periods for which the counts are valid
 */
export const retentionDryRunQuery = (periods: readonly { version: number }[]) =>
  queryOptions({
    queryKey: queryKeyOf("User", "retention-dry-run", periods.map(({ version }) => version).join()),
    queryFn: ({ signal }) => api.user.retentionDryRun({}, { signal }),
    enabled: false,
  });

export const changeRetentionMutation = creates(api.user.changeRetention);

/** Requests the removal of all data older than its retention period; another admin decides. */
export const requestRetentionRunMutation = creates(api.user.runRetention);
