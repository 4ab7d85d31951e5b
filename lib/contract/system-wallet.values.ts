import { MAX_KOBO, SYSTEM_ACCOUNT_IDS, SYSTEM_ACCOUNTS, type SystemAccount, sideOf } from "./ledger.values";
import { anyOf, day, declareList } from "./list.values";

/** Words of the system wallet that screens, contract and tables share (docs/rules.md, System wallet). */

/**
 * Money that an admin moves by hand. `clear` brings what suspense holds for a transaction into its user's wallet, or what
 * it is short of back from there; `reversal` takes an entry back.
 */
export const MOVEMENT_KINDS = ["fund", "withdraw", "transfer", "adjust", "clear", "reversal"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** What the form offers; a reversal is asked for at the entry. */
export const MANUAL_KINDS = [
  "fund",
  "withdraw",
  "transfer",
  "adjust",
  "clear",
] as const satisfies readonly MovementKind[];
export type ManualKind = (typeof MANUAL_KINDS)[number];

export const MOVEMENT_STATES = ["draft", "awaiting_approval", "posted", "rejected", "cancelled"] as const;
export type MovementState = (typeof MOVEMENT_STATES)[number];

/** Where a movement can go from a state; the database refuses everything else as well. */
export const MOVEMENT_TRANSITIONS: Record<MovementState, readonly MovementState[]> = {
  draft: ["awaiting_approval", "cancelled"],
  awaiting_approval: ["posted", "rejected", "cancelled"],
  posted: [],
  rejected: [],
  cancelled: [],
};

export const DIRECTIONS = ["increase", "decrease"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const OWED = SYSTEM_ACCOUNTS.filter((account) => sideOf(account) === "credit");

/** Which accounts each kind can be about. The settlement float moves along with fund and withdraw. */
export const ACCOUNTS_OF: Record<ManualKind, readonly SystemAccount[]> = {
  fund: ["grants_pool", "promotions_pool", "suspense"],
  withdraw: OWED,
  transfer: OWED,
  adjust: SYSTEM_ACCOUNTS.filter((account) => account !== "suspense"),
  clear: ["suspense"],
};

/** The account that a movement begins with: where there is but one, nobody has to choose it. */
export const accountFor = (kind: ManualKind, chosen: SystemAccount | undefined) =>
  ACCOUNTS_OF[kind].length === 1 ? ACCOUNTS_OF[kind][0] : chosen;

/** Whether a movement says which way the balance of its account goes: an adjustment has to, a clearing may. */
export const mayHaveDirection = (kind: ManualKind) => kind === "adjust" || kind === "clear";

/** Whether a movement names the transaction that it belongs to: a clearing has to, what else suspense gets or gives may. */
export const mayNameTransaction = ({
  kind,
  account,
  to_account,
}: Pick<Partial<Movement>, "kind" | "account" | "to_account">) =>
  kind === "clear" ||
  (kind !== "adjust" && account === "suspense") ||
  (kind === "transfer" && to_account === "suspense");

/** A movement as it was asked for; `amount` in kobo, above zero. */
export type Movement = {
  kind: ManualKind;
  account: SystemAccount;
  to_account?: SystemAccount | null;
  /** Whether the balance of `account` grows or shrinks; a clearing that says nothing shrinks it. */
  direction?: Direction | null;
  amount: number;
  /** Whose wallet a clearing is about; a form that only shows system accounts leaves it out. */
  user_id?: string;
};

/** `code` is null for a user's wallet. Kobo, positive a credit and negative a debit. */
type MovementPosting = { code: SystemAccount | null; accountId: string; amount: number };

/**
 * The postings of a movement: what the form shows before and what the ledger gets, by the same code.
 */
export function postingsOf({ kind, account, to_account, direction, amount, user_id }: Movement): MovementPosting[] {
  const post = (code: SystemAccount, kobo: number) => ({ code, accountId: SYSTEM_ACCOUNT_IDS[code], amount: kobo });
  if (kind === "clear") {
    const given = direction === "increase" ? -amount : amount;
    return [post(account, -given), ...(user_id ? [{ code: null, accountId: user_id, amount: given }] : [])];
  }
  if (kind === "fund") return [post("settlement_float", -amount), post(account, amount)];
  if (kind === "withdraw") return [post(account, -amount), post("settlement_float", amount)];
  if (kind === "transfer") return [post(account, -amount), post(to_account ?? "suspense", amount)];
  const credit = (direction === "increase") === (sideOf(account) === "credit") ? amount : -amount;
  return [post(account, credit), post("suspense", -credit)];
}

/** The system account that a kind moves besides those that a movement of it names: the float, or suspense for what is adjusted. */
export function movesAlong(kind: ManualKind): SystemAccount | undefined {
  const [account] = ACCOUNTS_OF[kind];
  const postings = account && postingsOf({ kind, account, to_account: account, amount: 1 });
  return postings?.find(({ code }) => code !== account)?.code ?? undefined;
}

/** What a posting does to its account's balance, counted on the account's side. */
export const changeOf = (code: SystemAccount, amount: number) => (sideOf(code) === "credit" ? amount : -amount);

/** The most that one movement moves, in kobo: a trillion naira, so that a day's sums stay exact in JSON as well. */
export const MOVEMENT_MAX = 100_000_000_000_000;

/**
 * How far from zero movements may bring an account, those that wait included, in kobo: half of what is exact, so that
 * payments never push what is shown of it beyond that.
 */
export const HELD_MAX = Math.floor(MAX_KOBO / 2);

/** Lagos days, today included, whose outflow says how long an account lasts. */
export const LATELY_DAYS = 7;

/**
 * How an account stands: low where what waits for approval would bring it below zero, or where what is available would not
 * last for another seven days like the last. Nothing is to stay on suspense, so that has no days to last.
 */
export function levelOf(account: SystemAccount, kobo: { balance: number; available: number; left_lately: number }) {
  if (kobo.balance < 0) return "below_zero" as const;
  const isShort = account !== "suspense" && kobo.available < kobo.left_lately;
  return kobo.available < 0 || isShort ? ("low" as const) : ("enough" as const);
}

/** Days of closing balances that can be looked at. */
export const CLOSING_DAYS_MAX = 92;

export const NOTE_MAX = 400;
export const EXTERNAL_REFERENCE_MAX = 80;

/** How far a file of opening balances is. */
export const OPENING_BALANCE_STEPS = ["stored", "posting", "posted"] as const;

/** The same with the request that waits for approval. Rejected or withdrawn, a file is stored again. */
export const OPENING_BALANCE_STATES = ["stored", "requested", "posting", "posted"] as const;
export type OpeningBalanceState = (typeof OPENING_BALANCE_STATES)[number];

/** The list of manual transfers. */
export const MOVEMENT_LIST = declareList({
  sorts: ["requested_at", "amount"],
  defaultSort: "-requested_at",
  filters: {
    state: anyOf(MOVEMENT_STATES),
    kind: anyOf(MOVEMENT_KINDS),
    account: anyOf(SYSTEM_ACCOUNTS),
    from: day,
    to: day,
  },
});
