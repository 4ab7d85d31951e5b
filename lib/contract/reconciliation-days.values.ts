import { anyOfFilter, dayFilter, declareList } from "./list.values";

/** States of a reconciliation day on screens. A day without a stored row is open. */
export const RECONCILIATION_DAY_STATES = ["open", "proposed", "closed"] as const;

/** Conditions for closing a day, in the order of the checklist. */
export const DAY_CLOSING_CHECKS = [
  "ended",
  "previous",
  "statements",
  "providers",
  "ledger_collected",
  "matched",
  "exceptions",
  "difference",
  "ledger_verified",
  "suspense",
] as const;
export type DayClosingCheck = (typeof DAY_CLOSING_CHECKS)[number];

/** Name of each condition for closing a day. */
export const DAY_CLOSING_CHECK_LABELS: Record<DayClosingCheck, string> = {
  ended: "The day has ended",
  previous: "The day before is closed",
  statements: "Bank statements cover the day",
  providers: "Settlements are fetched",
  ledger_collected: "Ledger postings are collected",
  matched: "Items are matched",
  exceptions: "No exceptions above the limit",
  difference: "Bank, provider and ledger agree",
  ledger_verified: "The ledger is verified",
  suspense: "Suspense is explained",
};

/** Minutes after midnight during which nobody can propose to close the past day, because late commits and reports may still arrive. */
export const MINUTES_BEFORE_DAY_PROPOSAL = 60;

/** Maximum length of the remark on a proposal to close a day. */
export const DAY_REMARK_MAX = 2_000;

/** List of reconciliation days, from the first one to yesterday. */
export const RECONCILIATION_DAY_LIST = declareList({
  sorts: ["day"],
  defaultSort: "-day",
  filters: { state: anyOfFilter(RECONCILIATION_DAY_STATES), from: dayFilter, to: dayFilter },
});
