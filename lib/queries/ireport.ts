import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";

type IreportListInput = Parameters<typeof api.ireport.list>[0];
type IreportPeriod = Parameters<typeof api.ireport.stats>[0];
type IreportAssignmentInput = Parameters<typeof api.ireport.assign>[0];
export type ChangeIreportStatesInput = Parameters<typeof api.ireport.changeStates>[0];
export type IreportBulkResult = Awaited<ReturnType<typeof api.ireport.assign>>["results"][number];

export const ireportListQuery = (input: IreportListInput) =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "list", input),
    queryFn: fetchInWindow(api.ireport.list, input),
    placeholderData: keepPreviousData,
  });

export const ireportStatsQuery = (period: IreportPeriod) =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "stats", period),
    queryFn: ({ signal }) => api.ireport.stats(period, { signal }),
    placeholderData: keepPreviousData,
  });

export const ireportQuery = (ireportId: string) =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "single", ireportId),
    queryFn: ({ signal }) => api.ireport.single({ ireportId }, { signal }),
  });

/** Reads the admins who can work on reports, for assigning reports and for filters. */
export const ireportAssigneesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "assignees"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.ireport.assignees({}, { signal })),
    staleTime: 300_000,
  });

/** Reads the categories of both levels as one sorted list, without those that the admin may not see. */
export const ireportCategoriesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "categories"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.ireport.categories({}, { signal })),
  });

export const ireportDepartmentsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "departments"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.ireport.departments({}, { signal })),
  });

/** Queries to refetch after a change of a report, because they list or count reports. */
const QUERIES_WITH_REPORTS = [
  queryKeyOf("IReport", "list"),
  queryKeyOf("IReport", "stats"),
  queryKeyOf("IReport", "similar"),
  ["Overview"],
  ["System-Logs"],
];
/** Refetches all queries that list or count reports. */
export const refetchQueriesWithReports = (client: QueryClient) => {
  for (const queryKey of QUERIES_WITH_REPORTS) void client.invalidateQueries({ queryKey });
};

/** `idempotencyKey`: a new key for each click, so that a retry after a lost response claims only one report. */
export const claimNextIreportMutation = () =>
  mutationOptions({
    mutationFn: ({ skip, idempotencyKey }: { skip?: string; idempotencyKey: string }) =>
      api.ireport.next({ skip }, { context: { idempotencyKey } }).then(assertSaved),
    meta: { quiet: true },
    onSuccess: (row, _input, _result, { client }) => {
      // Caches the claimed report with its new owner, and cancels older reads, which lack the owner.
      const { queryKey } = ireportQuery(row.id);
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (preloaded) => preloaded && { ...preloaded, ...row });
      void client.invalidateQueries({ queryKey });
      refetchQueriesWithReports(client);
    },
  });

const BULK_META = { invalidates: ["IReport", "Overview", "System-Logs"] } as const;

export const assignIreportsMutation = () =>
  mutationOptions({ mutationFn: (input: IreportAssignmentInput) => api.ireport.assign(input), meta: BULK_META });

/** Acknowledges several reports or starts work on them, with a result for each. */
export const changeIreportStatesMutation = () =>
  mutationOptions({
    mutationFn: (input: ChangeIreportStatesInput) => api.ireport.changeStates(input),
    meta: BULK_META,
  });

export const exportIreports = (input: IreportListInput, format: ExportFormat) =>
  api.ireport.export({ ...withoutPaging(input), format });
