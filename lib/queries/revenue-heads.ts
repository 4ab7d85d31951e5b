import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

const calls = api.revenueHeads;

export type HeadListInput = Parameters<typeof calls.list>[0];
export type HeadCreationInput = Parameters<typeof calls.create>[0];
export type HeadChangeInput = Parameters<typeof calls.change>[0];
export type HeadCorrectionInput = Parameters<typeof calls.correct>[0];
export type EndRevenueHeadInput = Parameters<typeof calls.end>[0];
export type HeadImportInput = Parameters<typeof calls.importHeads>[0];
export type HeadAssignmentInput = Parameters<typeof calls.assign>[0];
export type RevenueReportInput = Parameters<typeof calls.report>[0];

/** Reads a page of the revenue heads that apply on a day. */
export const headListQuery = (input: HeadListInput) =>
  queryOptions({
    queryKey: key("System-Wallet", "revenue-heads", input),
    queryFn: ({ signal }) => calls.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads the first 100 active revenue heads, as options of a form. `total`: number of all active heads. */
export const headChoicesQuery = () => headListQuery({ state: "active", page: 0, size: 100 });

/** Reads one revenue head with its dated rows. */
export const headQuery = (code: string) =>
  queryOptions({
    queryKey: key("System-Wallet", "revenue-head", code),
    queryFn: ({ signal }) => calls.single({ code }, { signal }),
  });

/** Reads the taxes and levies of a period by head, LGA, channel or day. */
export const revenueReportQuery = (input: RevenueReportInput) =>
  queryOptions({
    queryKey: key("System-Wallet", "revenue-report", input),
    queryFn: ({ signal }) => calls.report(input, { signal }),
    placeholderData: keepPreviousData,
  });

const { changes, creates } = mutationsOf("System-Wallet", "Transaction", "System-Logs");

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
export const checkHeadImport = (input: HeadImportInput) => calls.checkImport(input);

export const exportHeads = (input: HeadListInput, format: ExportFormat) =>
  calls.export({ ...withoutPaging(input), format });

export const exportRevenueReport = ({ by: _, ...period }: RevenueReportInput, format: ExportFormat) =>
  calls.exportReport({ ...period, format });
