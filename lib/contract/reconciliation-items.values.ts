import type {
  DifferenceCause,
  ExceptionReason,
  MatchRule,
  ReconciliationItemState,
  ReconciliationKind,
  ReconciliationSide,
} from "./reconciliation.values";

/** Words and limits of reconciliation items that screens, contract and exports share. */

/** Labels of the sources of reconciliation items. */
export const RECONCILIATION_SIDE_WORDS: Record<ReconciliationSide, string> = {
  bank: "Bank",
  provider: "Provider",
  ledger: "Ledger",
};

/** Labels of the kinds of reconciliation items. */
export const RECONCILIATION_KIND_WORDS: Record<ReconciliationKind, string> = {
  statement_line: "Statement line",
  settlement: "Settlement",
  payment: "Payment",
  refund: "Refund",
  payout: "Payout",
  chargeback: "Chargeback",
  deduction: "Deduction",
  fee: "Fee",
  remittance: "Remittance",
  movement: "Manual transfer",
};

/** Labels of the states of reconciliation items. */
export const ITEM_STATE_WORDS: Record<ReconciliationItemState, string> = {
  matched: "Matched",
  expected: "Expected",
  exception: "Exception",
};

/** Labels of the rules that match items. */
export const MATCH_RULE_WORDS: Record<MatchRule, string> = {
  reference: "Same reference",
  provider_reference: "Same provider reference",
  settlement: "Settlement named in the narration",
  amount_day_name: "Amount, day and name",
  one_to_many: "One item for many",
  many_to_one: "Many items for one",
  by_hand: "Matched by an admin",
};

/** Labels of the reasons why an item is an exception. */
export const EXCEPTION_REASON_WORDS: Record<ExceptionReason, string> = {
  missing_at_bank: "Missing at the bank",
  missing_at_provider: "Missing at the provider",
  missing_in_ledger: "Missing in the ledger",
  amount_differs: "Amount differs",
  duplicate: "Duplicate",
  reversed: "Reversed",
  no_revenue_head: "No revenue head",
  no_head_account: "Revenue head without an account",
  unknown: "Unknown",
};

/** What an admin should do about an exception, by its reason. */
export const EXCEPTION_NEXT_STEPS: Record<ExceptionReason, string> = {
  missing_at_bank: "Import the bank statement of this day. If the bank has no such line, ask the provider or the bank.",
  missing_at_provider: "Check the payment with the provider. If it was never paid there, correct the ledger.",
  missing_in_ledger: "Find the payment or expense that this money belongs to. Otherwise post it to suspense.",
  amount_differs: "Compare it with the item beside it. Post the difference, or split the item.",
  duplicate: "Compare it with the item beside it. If the money arrived twice, post it to suspense and return it.",
  reversed: "Match it with the item that it reverses.",
  no_revenue_head: "Find the revenue head of this payment, then match the item.",
  no_head_account: "Add the account to the revenue head. Then the payment can be remitted.",
  unknown: "Compare the candidates. If none fits, ask a colleague or post it to suspense.",
};

/** Labels of the causes for which two amounts differ, within a sentence. */
export const DIFFERENCE_CAUSE_WORDS: Record<DifferenceCause, string> = {
  fee: "a fee",
  stamp_duty: "stamp duty",
  partial: "a partial amount",
};

/** Ways to resolve an unmatched item. Each requests a manual transfer that another admin approves. */
export const ITEM_RESOLUTIONS = ["write_off", "suspense", "post_difference"] as const;
export type ItemResolution = (typeof ITEM_RESOLUTIONS)[number];

/** Labels of the ways to resolve an item. */
export const ITEM_RESOLUTION_WORDS: Record<ItemResolution, string> = {
  write_off: "Write off as a fee",
  suspense: "Post to suspense",
  post_difference: "Post the difference",
};

/** Decisions about unmatched items that an uploaded file can contain. */
export const ITEM_DECISIONS = ["match", "write_off", "suspense"] as const;
export type ItemDecision = (typeof ITEM_DECISIONS)[number];

/** Words for the decisions of `ITEM_DECISIONS` in an uploaded file. */
export const ITEM_DECISION_WORDS: Record<ItemDecision, string> = {
  match: "Match",
  write_off: "Write off",
  suspense: "Suspense",
};

/** Results of one row of an uploaded file of decisions. `unchanged`: an earlier file or an admin has already done the same. */
export const ITEM_DECISION_OUTCOMES = ["done", "unchanged", "refused"] as const;

/** Maximum number of items that an admin matches at a time. */
export const MATCH_ITEMS_MAX = 200;
/** Maximum number of parts of a split item. */
export const SPLIT_PARTS_MAX = 20;
/** Maximum number of decisions in one call, and in one uploaded file. */
export const ITEM_DECISIONS_MAX = 500;
/** Maximum number of items that one row of an uploaded file can match with the row's item. */
export const ITEMS_PER_DECISION_MAX = 50;
/** Maximum length of a remark, question or answer about an item. */
export const ITEM_REMARK_MAX = 300;
/** Maximum number of items suggested as matches of an item. */
export const MATCH_CANDIDATES_MAX = 10;
/** Maximum number of items of a match, or of a settlement, that the API returns with an item. */
export const RELATED_ITEMS_MAX = 200;
