import { MAX_KOBO, normalBalanceOf, SYSTEM_ACCOUNT_IDS, SYSTEM_ACCOUNTS, type SystemAccount } from "./ledger.values";
import { anyOfFilter, dayFilter, declareList } from "./list.values";

/** Values of the system wallet that screens, contract and tables share (docs/rules.md, System wallet). */

/**
 * Kinds of manual money movements. `clear` moves a transaction's money from suspense to its user's wallet, or in the
 * other direction for a shortfall. `reversal` reverses a ledger entry.
 */
export const MOVEMENT_KINDS = ["fund", "withdraw", "transfer", "adjust", "clear", "reversal"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Kinds of movements in the form. A reversal is requested on the page of the entry. */
export const MANUAL_MOVEMENT_KINDS = [
  "fund",
  "withdraw",
  "transfer",
  "adjust",
  "clear",
] as const satisfies readonly MovementKind[];
/** Kind of a movement that an admin can enter in the form. */
export type ManualMovementKind = (typeof MANUAL_MOVEMENT_KINDS)[number];

/** States of a manual money movement. */
export const MOVEMENT_STATES = ["draft", "awaiting_approval", "posted", "rejected", "cancelled"] as const;
export type MovementState = (typeof MOVEMENT_STATES)[number];

/** Directions of a movement that changes an account's balance. */
export const MOVEMENT_DIRECTIONS = ["increase", "decrease"] as const;
export type MovementDirection = (typeof MOVEMENT_DIRECTIONS)[number];

const CREDIT_ACCOUNTS = SYSTEM_ACCOUNTS.filter((account) => normalBalanceOf(account) === "credit");

/** System accounts that each kind can be used with. Fund and withdraw also change the settlement float. */
export const MOVEMENT_ACCOUNTS: Record<ManualMovementKind, readonly SystemAccount[]> = {
  fund: ["grants_pool", "promotions_pool", "suspense"],
  withdraw: CREDIT_ACCOUNTS,
  transfer: CREDIT_ACCOUNTS,
  adjust: SYSTEM_ACCOUNTS.filter((account) => account !== "suspense"),
  clear: ["suspense"],
};

/** Returns the account preselected for a kind: its only possible account, or else the previously chosen account. */
export const preselectedAccount = (kind: ManualMovementKind, chosenAccount: SystemAccount | undefined) =>
  MOVEMENT_ACCOUNTS[kind].length === 1 ? MOVEMENT_ACCOUNTS[kind][0] : chosenAccount;

/** Returns true if movements of this kind can have a direction. An adjustment must have a direction. */
export const kindAllowsDirection = (kind: ManualMovementKind) => kind === "adjust" || kind === "clear";

/** Returns true if the movement can name a transaction: a clearing must, other movements into or out of suspense may. */
export const mayReferToTransaction = ({
  kind,
  account,
  to_account,
}: Pick<Partial<Movement>, "kind" | "account" | "to_account">) =>
  kind === "clear" ||
  (kind !== "adjust" && account === "suspense") ||
  (kind === "transfer" && to_account === "suspense");

/** A movement as requested; `amount` in kobo, above zero. */
export type Movement = {
  kind: ManualMovementKind;
  account: SystemAccount;
  to_account?: SystemAccount | null;
  /** Change of the balance of `account`. A clearing without a direction is a decrease. */
  direction?: MovementDirection | null;
  amount: number;
  /** The user whose wallet is cleared. Omitted by forms that show only system accounts. */
  user_id?: string;
};

/** `code`: the system account; null for a user's wallet. `amount`: kobo, positive for a credit and negative for a debit. */
type MovementPosting = { code: SystemAccount | null; accountId: string; amount: number };

/** Returns the postings of a movement. Used by the form's preview and by the ledger. */
export function toPostings({ kind, account, to_account, direction, amount, user_id }: Movement): MovementPosting[] {
  const posting = (code: SystemAccount, kobo: number) => ({ code, accountId: SYSTEM_ACCOUNT_IDS[code], amount: kobo });
  if (kind === "clear") {
    const change = direction === "increase" ? -amount : amount;
    return [posting(account, -change), ...(user_id ? [{ code: null, accountId: user_id, amount: change }] : [])];
  }
  if (kind === "fund") return [posting("settlement_float", -amount), posting(account, amount)];
  if (kind === "withdraw") return [posting(account, -amount), posting("settlement_float", amount)];
  if (kind === "transfer") return [posting(account, -amount), posting(to_account ?? "suspense", amount)];
  const signedAmount = (direction === "increase") === (normalBalanceOf(account) === "credit") ? amount : -amount;
  return [posting(account, signedAmount), posting("suspense", -signedAmount)];
}

/** Returns the system account that a kind changes in addition to those in the form: the float, or suspense for adjustments. */
export function counterAccountOf(kind: ManualMovementKind): SystemAccount | undefined {
  const [account] = MOVEMENT_ACCOUNTS[kind];
  const postings = account && toPostings({ kind, account, to_account: account, amount: 1 });
  return postings?.find(({ code }) => code !== account)?.code ?? undefined;
}

/** Returns by how much a posting changes the account's balance, counted on the account's normal side. */
export const balanceDelta = (code: SystemAccount, amount: number) =>
  normalBalanceOf(code) === "credit" ? amount : -amount;

/** Maximum of one movement in kobo: a trillion naira, so that a day's totals stay exact in JSON. */
export const MOVEMENT_AMOUNT_MAX = 100_000_000_000_000;

/** Maximum absolute balance in kobo after movements: half of the largest exact integer, with room for payments. */
export const MOVEMENT_BALANCE_MAX = Math.floor(MAX_KOBO / 2);

/** Number of Lagos days, including today, whose outflow predicts how long an account lasts. */
export const AVERAGE_OUTFLOW_DAYS = 7;

/**
 * Returns the balance level of an account. The level is low if pending movements would bring the balance below zero, or
 * if the available balance would last less than seven days. The second rule excludes suspense, which should be empty.
 */
export function balanceLevelOf(
  account: SystemAccount,
  kobo: { balance: number; available: number; left_lately: number },
) {
  if (kobo.balance < 0) return "below_zero" as const;
  const isShort = account !== "suspense" && kobo.available < kobo.left_lately;
  return kobo.available < 0 || isShort ? ("low" as const) : ("enough" as const);
}

/** Maximum number of days of closing balances. */
export const CLOSING_BALANCE_DAYS_MAX = 92;

/** Maximum length of a movement's note. */
export const MOVEMENT_NOTE_MAX = 400;
/** Maximum length of another system's reference, such as a bank's. */
export const EXTERNAL_REFERENCE_LENGTH_MAX = 80;

/** Steps of a file of opening balances, as stored. */
export const OPENING_BALANCE_STEPS = ["stored", "posting", "posted"] as const;

/** States of a file on screens: its step, or `requested` while an approval is pending. After a rejection it is `stored` again. */
export const OPENING_BALANCE_STATES = ["stored", "requested", "posting", "posted"] as const;

/** List of manual transfers. */
export const MOVEMENT_LIST = declareList({
  name: "wallet-movements",
  sorts: ["requested_at", "amount"],
  defaultSort: "-requested_at",
  arrival: "requested_at",
  filters: {
    state: anyOfFilter(MOVEMENT_STATES),
    kind: anyOfFilter(MOVEMENT_KINDS),
    account: anyOfFilter(SYSTEM_ACCOUNTS),
    from: dayFilter,
    to: dayFilter,
    posted_from: dayFilter,
    posted_to: dayFilter,
  },
});
