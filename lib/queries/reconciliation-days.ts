import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type ReconciliationDayListInput = Parameters<typeof api.reconciliation.days>[0];
export type ProposeReconciliationDayInput = Parameters<typeof api.reconciliation.proposeDay>[0];
export type WithdrawDayProposalInput = Parameters<typeof api.reconciliation.withdrawProposal>[0];

/** Reads a page of the list of reconciliation days. */
export const reconciliationDayListQuery = (input: ReconciliationDayListInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-days", input),
    queryFn: ({ signal }) => api.reconciliation.days(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads one reconciliation day with its checklist and figures. */
export const reconciliationDayQuery = (day: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-day", day),
    queryFn: ({ signal }) => api.reconciliation.day({ day }, { signal }),
  });

const { changes, creates } = mutationsInvalidating("System-Wallet", "Overview", "System-Logs");

/** Proposes to close a reconciliation day; another admin closes it. */
export const proposeDayMutation = creates(api.reconciliation.proposeDay);

/** Withdraws the proposal to close a reconciliation day. */
export const withdrawProposalMutation = changes(api.reconciliation.withdrawProposal);

/** Closes a reconciliation day whose closing was proposed. A closed day can't be opened again. */
export const closeDayMutation = creates(api.reconciliation.closeDay);

export type DayExportFormat = NonNullable<Parameters<typeof api.reconciliation.exportDay>[0]["format"]>;

/** Creates a download link for the record of a closed reconciliation day. */
export const exportClosedDayMutation = () =>
  mutationOptions({
    mutationFn: (input: { day: string; format: DayExportFormat }) => api.reconciliation.exportDay(input),
    meta: { invalidates: ["System-Logs"] as const, quiet: true },
  });
