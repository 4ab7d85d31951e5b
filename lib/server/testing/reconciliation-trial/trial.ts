/**
 * Posting on the settlement float. If it belongs to a movement that was reversed, `pair` is the movement's reference, also on the
 * reversal's posting.
 */
export type LedgerItem = {
  kind: string;
  day: string;
  amount: number;
  reference: string;
  providerReference: string | null;
  narration: string;
  group?: string;
  finding?: string;
  pair?: string;
};
/** Record of a payment provider. `settlement`: reference of the settlement that contains it. */
export type ProviderItem = Omit<LedgerItem, "group" | "finding" | "pair"> & { settlement?: string | null };
/** Line of the trial's bank statement. */
export type BankLine = { day: string; amount: number; narration: string; reference?: string };

/** A generated reconciliation trial, from scripts/reconciliation-trial/generate.mjs. Amounts are kobo, positive for money received. */
export type ReconciliationTrial = {
  ledger: LedgerItem[];
  provider: ProviderItem[];
  bank: BankLine[];
  /** Planted faults, each with the reason and the cause that the product must find for its items. */
  faults: { reason: string; cause?: string; items: object[] }[];
  /** Items without a counterpart that are no faults yet, because they are not due. */
  expected: Set<object>;
};

/** Groups values by key and keeps their order. `Map.groupBy` needs Node 21. */
export function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
