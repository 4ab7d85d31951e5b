import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const calls = api.reconciliation;
const { changes } = mutationsInvalidating("System-Wallet", "System-Logs");

export type ReconciliationSettingsInput = Parameters<typeof calls.updateSettings>[0];
export type TryMatchingRulesInput = Parameters<typeof calls.tryRules>[0];

/** Reads the limits of reconciliation, its first day and the last closed day. */
export const reconciliationSettingsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-settings"),
    queryFn: ({ signal }) => calls.settings({}, { signal }),
  });

/** Runs the matching rules on the items of a past period, without storing matches. */
export const ruleTrialQuery = (input: TryMatchingRulesInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "rule-trial", input),
    queryFn: ({ signal }) => calls.tryRules(input, { signal }),
    // Never refetched automatically, because a trial run takes seconds.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const updateReconciliationSettingsMutation = changes(calls.updateSettings);
