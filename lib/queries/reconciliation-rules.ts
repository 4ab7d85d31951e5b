import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

const calls = api.reconciliation;
const { changes } = mutationsOf("System-Wallet", "System-Logs");

export type ReconciliationSettingsInput = Parameters<typeof calls.updateSettings>[0];
export type RuleTrialInput = Parameters<typeof calls.tryRules>[0];

/** Reads the limits of reconciliation, its first day and the last closed day. */
export const reconciliationSettingsQuery = () =>
  queryOptions({
    queryKey: key("System-Wallet", "reconciliation-settings"),
    queryFn: ({ signal }) => calls.settings({}, { signal }),
  });

/** Runs the matching rules on the items of a past period, without storing matches. */
export const ruleTrialQuery = (input: RuleTrialInput) =>
  queryOptions({
    queryKey: key("System-Wallet", "rule-trial", input),
    queryFn: ({ signal }) => calls.tryRules(input, { signal }),
    // Never refetched automatically, because a trial run takes seconds.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const updateReconciliationSettingsMutation = changes(calls.updateSettings);
