import { anyOf, day, declareList, naira, oneOf } from "./list.values";
/** Words of the double-entry ledger that screens, contract and tables share (docs/rules.md, System wallet). */

/** The accounts that belong to nobody but the system. */
export const SYSTEM_ACCOUNTS = [
  "settlement_float",
  "fee_income",
  "grants_pool",
  "promotions_pool",
  "suspense",
] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

/**
 * `debit`: what we have (the bank account behind everything); `credit`: what we owe or earned. A balance is counted on
 * its account's own side, so that more is always a greater number.
 */
export const SIDES = ["debit", "credit"] as const;
export type Side = (typeof SIDES)[number];

/** Ids of the system accounts, the same in every installation; a user's wallet has the id of its user. */
export const SYSTEM_ACCOUNT_IDS: Record<SystemAccount, string> = {
  settlement_float: "00000000-0000-7000-8000-000000000001",
  fee_income: "00000000-0000-7000-8000-000000000002",
  grants_pool: "00000000-0000-7000-8000-000000000003",
  promotions_pool: "00000000-0000-7000-8000-000000000004",
  suspense: "00000000-0000-7000-8000-000000000005",
};

/** Only the settlement float is something we have. */
export const sideOf = (account: SystemAccount): Side => (account === "settlement_float" ? "debit" : "credit");

/** Suspense takes what does not fit yet, in either direction; no other account goes below zero. */
export const mayBeNegative = (account: SystemAccount) => account === "suspense";

/** Why an entry was posted. */
export const ENTRY_KINDS = [
  "fund",
  "withdraw",
  "adjust",
  "transfer",
  "clear",
  "opening_balance",
  "reversal",
  "transaction",
  "transaction_refund",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Kobo in one naira. */
export const NAIRA = 100;

/** The greatest amount of a posting or balance, in kobo: every sum of money is exact in JSON. */
export const MAX_KOBO = 9_007_199_254_740_991;

/** The statement of one account, a user's wallet included. */
export const STATEMENT_LIST = declareList({
  sorts: ["posted_at"],
  defaultSort: "-posted_at",
  filters: { kind: anyOf(ENTRY_KINDS), direction: oneOf(["in", "out"]), min: naira, max: naira, from: day, to: day },
});
