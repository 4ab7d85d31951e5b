import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const calls = api.revenueHeads;

export type RevenueHeadListInput = Parameters<typeof calls.list>[0];
export type CreateRevenueHeadInput = Parameters<typeof calls.create>[0];
export type ChangeRevenueHeadInput = Parameters<typeof calls.change>[0];
export type CorrectRevenueHeadInput = Parameters<typeof calls.correct>[0];
export type EndRevenueHeadInput = Parameters<typeof calls.end>[0];
export type ImportRevenueHeadsInput = Parameters<typeof calls.importHeads>[0];
export type AssignRevenueHeadInput = Parameters<typeof calls.assign>[0];
export type RevenueReportInput = Parameters<typeof calls.report>[0];

/** Reads a page of the revenue heads that apply on a day. */
export const revenueHeadListQuery = (input: RevenueHeadListInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "revenue-heads", input),
    queryFn: ({ signal }) => calls.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the first 100 active revenue heads, as options of a form. `total`: number of all active heads. */
export const revenueHeadChoicesQuery = () => revenueHeadListQuery({ state: "active", page: 0, size: 100 });

/** Reads one revenue head with its dated rows. */
export const revenueHeadQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "revenue-head", code),
    queryFn: ({ signal }) => calls.single({ code }, { signal }),
  });

/** Reads the taxes and levies of a period by head, LGA, channel or day. */
export const revenueReportQuery = (input: RevenueReportInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "revenue-report", input),
    queryFn: ({ signal }) => calls.report(input, { signal }),
    placeholderData: keepPreviousData,
  });

const { changes, creates } = mutationsInvalidating("System-Wallet", "Transaction", "System-Logs");

export const createHeadMutation = creates(calls.create);
/** Changes a head from a day on. Another admin approves a change of the head's bank account. */
export const changeHeadMutation = creates(calls.change);
export const correctHeadMutation = changes(calls.correct);
/** Ends a revenue head from a day on, after which it takes no payments. */
export const endHeadMutation = changes(calls.end);
export const importHeadsMutation = changes(calls.importHeads);
/** Sets or corrects the revenue head of a payment. */
export const assignHeadMutation = changes(calls.assign);

/** Checks the rows of a file of revenue heads. */
export const checkHeadImport = (input: ImportRevenueHeadsInput) => calls.checkImport(input);

export const exportHeads = (input: RevenueHeadListInput, format: ExportFormat) =>
  calls.export({ ...withoutPaging(input), format });

export const exportRevenueReport = ({ by: _, ...period }: RevenueReportInput, format: ExportFormat) =>
  calls.exportReport({ ...period, format });
