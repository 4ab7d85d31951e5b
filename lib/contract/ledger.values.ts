import { anyOfFilter, dayFilter, declareList, omitFilters, oneOfFilter } from "./list.values";
import { nairaFilter } from "./naira-filter.values";
/** Values of the double-entry ledger that screens, contract and tables share (docs/rules.md, System wallet). */

/** Ledger accounts of the system itself, not of a user. */
export const SYSTEM_ACCOUNTS = [
  "settlement_float",
  "fee_income",
  "grants_pool",
  "promotions_pool",
  "suspense",
] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

/**
 * Normal side of an account. `debit`: assets (the bank account). `credit`: liabilities and income. A balance is counted on the
 * account's own side, so that a larger number always means more.
 */
export const NORMAL_BALANCES = ["debit", "credit"] as const;
/** Side of an account on which its balance is counted. */
export type LedgerSide = (typeof NORMAL_BALANCES)[number];

/** Ids of the system accounts, equal in every installation. A user's wallet has the id of its user. */
export const SYSTEM_ACCOUNT_IDS: Record<SystemAccount, string> = {
  settlement_float: "00000000-0000-7000-8000-000000000001",
  fee_income: "00000000-0000-7000-8000-000000000002",
  grants_pool: "00000000-0000-7000-8000-000000000003",
  promotions_pool: "00000000-0000-7000-8000-000000000004",
  suspense: "00000000-0000-7000-8000-000000000005",
};

/** Returns the account's normal side: debit only for the settlement float, which is the only asset. */
export const normalBalanceOf = (account: SystemAccount): LedgerSide =>
  account === "settlement_float" ? "debit" : "credit";

/** Returns true only for suspense, whose balance may be negative: it contains unmatched money in both directions. */
export const mayHaveNegativeBalance = (account: SystemAccount) => account === "suspense";

/** Reasons for ledger entries. */
export const LEDGER_ENTRY_KINDS = [
  "fund",
  "withdraw",
  "adjust",
  "transfer",
  "clear",
  "opening_balance",
  "reversal",
  "transaction",
  "transaction_refund",
  "settlement_fee",
] as const;
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number];

/** Kobo per naira. */
export const KOBO_PER_NAIRA = 100;

/** Maximum amount of a posting or balance in kobo: the largest integer that JSON numbers represent exactly. */
export const MAX_KOBO = 9_007_199_254_740_991;

/** List of the ledger entries of all accounts, found by a search. */
export const LEDGER_ENTRY_LIST = declareList({
  sorts: ["posted_at"],
  defaultSort: "-posted_at",
  filters: {},
});

/** List of the postings of one account or wallet. */
export const ACCOUNT_STATEMENT_LIST = declareList({
  name: "wallet-statement",
  sorts: ["posted_at"],
  defaultSort: "-posted_at",
  arrival: "posted_at",
  filters: {
    kind: anyOfFilter(LEDGER_ENTRY_KINDS),
    direction: oneOfFilter(["in", "out"]),
    min: nairaFilter,
    max: nairaFilter,
    from: dayFilter,
    to: dayFilter,
  },
});

/** List of the postings of a user's wallet, on the user's page. */
export const USER_STATEMENT_LIST = omitFilters("user-statement", ACCOUNT_STATEMENT_LIST);
