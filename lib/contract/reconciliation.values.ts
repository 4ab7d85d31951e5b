import { anyOfFilter, dayFilter, declareList, idFilter, oneOfFilter } from "./list.values";
import { nairaFilter } from "./naira-filter.values";

/** Values of reconciliation that screens, contract and tables share (docs/rules.md, Reconciliation). */

/** Sources of reconciliation items: bank statements, a provider's lists, and ledger postings on the settlement float. */
export const RECONCILIATION_SIDES = ["bank", "provider", "ledger"] as const;
export type ReconciliationSide = (typeof RECONCILIATION_SIDES)[number];

/** Kinds of reconciliation items. `remittance`: a payment's part that leaves the float for a ministry, biller or organiser. */
export const RECONCILIATION_KINDS = [
  "statement_line",
  "settlement",
  "payment",
  "refund",
  "payout",
  "chargeback",
  "deduction",
  "fee",
  "remittance",
  "movement",
] as const;
export type ReconciliationKind = (typeof RECONCILIATION_KINDS)[number];

/** Rules that match items, in the order in which they are tried. `by_hand`: an admin's match. */
export const MATCH_RULES = [
  "reference",
  "provider_reference",
  "settlement",
  "amount_day_name",
  "one_to_many",
  "many_to_one",
  "by_hand",
] as const;
export type MatchRule = (typeof MATCH_RULES)[number];

/** Maximum length in days of the period of a trial run of the matching rules. */
export const RULE_TRIAL_DAYS_MAX = 92;

/** Reasons why an unmatched item is an exception, which an admin has to resolve. */
export const EXCEPTION_REASONS = [
  "missing_at_bank",
  "missing_at_provider",
  "missing_in_ledger",
  "amount_differs",
  "duplicate",
  "reversed",
  "no_revenue_head",
  "no_head_account",
  "unknown",
] as const;
export type ExceptionReason = (typeof EXCEPTION_REASONS)[number];

/** Causes for which the amounts of two items of the same payment differ. */
export const DIFFERENCE_CAUSES = ["fee", "stamp_duty", "partial"] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** Electronic money transfer levy ("stamp duty"): ₦50 on receipts of ₦10,000 or more (Finance Act 2020). */
export const STAMP_DUTY_KOBO = 5_000;
/** Smallest receipt in kobo on which stamp duty is charged. */
export const STAMP_DUTY_FROM_KOBO = 1_000_000;

/** States of a reconciliation item on screens. `expected`: not matched, but not due yet. */
export const ITEM_STATES = ["matched", "expected", "exception"] as const;
export type ReconciliationItemState = (typeof ITEM_STATES)[number];

/** Formats of bank statements. */
export const BANK_STATEMENT_FORMATS = ["csv", "xlsx", "mt940", "camt053"] as const;
export type BankStatementFormat = (typeof BANK_STATEMENT_FORMATS)[number];

/** States of a statement's import. */
export const BANK_STATEMENT_STATES = ["reading", "imported", "refused", "cancelled"] as const;

/** Orders of day, month and year in a bank's files, with any separator and with numbers or names of months. */
export const STATEMENT_DATE_FORMATS = ["dmy", "mdy", "ymd"] as const;

/** Kinds of sources whose data must cover a day before it can be closed. */
export const COVERAGE_SOURCES = ["account", "provider", "ledger"] as const;
/** Maximum and default length in days of the coverage overview: which days have data from each source. */
export const COVERAGE_DAYS_MAX = 92;
export const COVERAGE_DAYS_DEFAULT = 31;

/** Maximum number of lines of one statement. */
export const STATEMENT_LINES_MAX = 250_000;
/** Maximum number of lines that one call stores. */
export const STATEMENT_CHUNK_LINES = 2_000;
/** Maximum size in bytes of a statement's file, which the browser reads. */
export const STATEMENT_BYTES_MAX = 50_000_000;
/** Maximum length of a line's narration. */
export const NARRATION_LENGTH_MAX = 300;
/** Maximum length of a line's reference at the bank. */
export const STATEMENT_REFERENCE_LENGTH_MAX = 100;
/** Maximum length of a column's name in a bank's file. */
export const HEADER_NAME_MAX = 100;

/** Stored states of a reconciliation day. A day without a stored row is open. Days are closed in order. */
export const STORED_RECONCILIATION_DAY_STATES = ["proposed", "closed"] as const;
/** State of a reconciliation day; `open` is not stored. */
export type ReconciliationDayState = "open" | (typeof STORED_RECONCILIATION_DAY_STATES)[number];

/** List of bank statements. `from`, `to`: statements that cover at least one day of the period. */
export const BANK_STATEMENT_LIST = declareList({
  name: "bank-statements",
  sorts: ["started_at", "to_day"],
  defaultSort: "-started_at",
  arrival: "started_at",
  filters: { account: idFilter, state: anyOfFilter(BANK_STATEMENT_STATES), from: dayFilter, to: dayFilter },
});

/** List of reconciliation items. */
export const RECONCILIATION_ITEM_LIST = declareList({
  name: "reconciliation-items",
  sorts: ["day", "amount"],
  defaultSort: "-day",
  filters: {
    state: anyOfFilter(ITEM_STATES),
    reason: anyOfFilter(EXCEPTION_REASONS),
    side: anyOfFilter(RECONCILIATION_SIDES),
    kind: anyOfFilter(RECONCILIATION_KINDS),
    account: idFilter,
    rule: anyOfFilter(MATCH_RULES),
    asked: oneOfFilter(["me", "anybody", "nobody"]),
    min: nairaFilter,
    max: nairaFilter,
    from: dayFilter,
    to: dayFilter,
  },
});
