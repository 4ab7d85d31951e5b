import type { MatchRule } from "@/lib/contract/reconciliation.values";

/** Name of each rule, and what it matches. Docs/rules.md has the details. */
export const RULE_TEXTS: Record<MatchRule, { label: string; text: string }> = {
  reference: {
    label: "Reference",
    text: "The same reference and the same amount: a provider's payment and its ledger entry, a bank line that names a transaction, or an entry and its reversal.",
  },
  provider_reference: {
    label: "Provider reference",
    text: "The provider's own reference and the same amount.",
  },
  settlement: {
    label: "Settlement",
    text: "A bank line whose narration names a settlement, with the settlement's sum less fees.",
  },
  amount_day_name: {
    label: "Amount, day and name",
    text: "The same amount, days and names within the limits below, and no other item that fits as well.",
  },
  one_to_many: {
    label: "One to many",
    text: "One bank line that pays several entries, such as the taxes of one revenue head.",
  },
  many_to_one: {
    label: "Many to one",
    text: "Several bank lines with the sum of one entry.",
  },
  by_hand: {
    label: "Manual",
    text: "An admin matched the items, or a requested posting resolved one.",
  },
};
