import type { MatchRule } from "@/lib/contract/reconciliation.values";

/** Describes which items each matching rule matches (details: docs/rules.md). */
export const MATCHING_RULE_TEXTS: Record<MatchRule, string> = {
  reference:
    "The same reference and the same amount: a provider's payment and its ledger entry, a bank line that names a transaction, or an entry and its reversal.",
  provider_reference: "The provider's own reference and the same amount.",
  settlement: "A bank line whose narration names a settlement, with the settlement's sum less fees.",
  amount_day_name: "The same amount, days and names within the limits, and no other item that fits as well.",
  one_to_many: "One bank line that pays several entries, such as the taxes of one revenue head.",
  many_to_one: "Several bank lines with the sum of one entry.",
  by_hand: "An admin matched the items, or a requested posting resolved one.",
};
