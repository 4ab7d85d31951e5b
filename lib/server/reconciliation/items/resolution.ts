import "server-only";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import type { ItemResolution } from "@/lib/contract/reconciliation-items.values";
import type { MovementDirection } from "@/lib/contract/system-wallet.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { reconciliationItemName } from "./record";
import type { ReconciliationItemRecord } from "./rows";

/** The manual transfer that resolves a reconciliation item. `amount` in kobo, above zero. */
export type PlannedMovement = {
  kind: "fund" | "withdraw" | "adjust";
  account: SystemAccount;
  direction: MovementDirection | null;
  amount: number;
};

type Limits = { writeOffLimit: number };
type Subject = Pick<ReconciliationItemRecord, "id" | "side" | "amount" | "reference" | "providerReference" | "finding">;

/**
 * Plans the manual transfer that resolves an item. For an item of the bank or provider, the transfer posts the item's amount on the
 * settlement float; for a ledger item, the opposite amount. For a settlement that never arrives at the bank, the transfer posts the
 * opposite amount too, because the ledger already has the settlement's payments. With `post_difference`, the transfer posts the amount of
 * the bank's or provider's item minus that of the ledger item.
 * @param counterpart the item with which matching compared `item`
 * @throws 400 if the item can't be resolved in this way
 */
export function planResolution(
  item: ReconciliationItemRecord,
  counterpart: ReconciliationItemRecord | null,
  how: ItemResolution,
  limits: Limits,
): PlannedMovement {
  if (how === "post_difference") return planDifference(item, counterpart, limits);
  const isInFloat = item.side === "ledger" || item.kind === "settlement";
  const change = isInFloat ? -item.amount : item.amount;
  if (change === 0)
    throw refuse.badInput(`${reconciliationItemName(item)} has the amount ₦0.00, so there is nothing to post.`);
  if (how === "write_off") return planWriteOff(change, limits);
  if (isInFloat)
    return {
      kind: "adjust",
      account: "settlement_float",
      direction: change > 0 ? "increase" : "decrease",
      amount: Math.abs(change),
    };
  return { kind: change > 0 ? "fund" : "withdraw", account: "suspense", direction: null, amount: Math.abs(change) };
}

function planWriteOff(change: number, { writeOffLimit }: Limits): PlannedMovement {
  if (change > 0)
    throw refuse.badInput(
      "Only money that is missing can be written off. Post money that arrived to suspense instead.",
    );
  if (-change > writeOffLimit)
    throw refuse.badInput(
      `The largest write-off is ${formatMoney(writeOffLimit)}, and this is ${formatMoney(-change)}. Post it to suspense instead.`,
    );
  return { kind: "withdraw", account: "fee_income", direction: null, amount: -change };
}

function planDifference(item: Subject, counterpart: Subject | null, { writeOffLimit }: Limits): PlannedMovement {
  if (item.finding !== "amount_differs" || !counterpart)
    throw refuse.badInput("This item has no difference to another item. Write it off, or post it to suspense.");
  if ((item.side === "ledger") === (counterpart.side === "ledger"))
    throw refuse.badInput(
      `Neither item is in the ledger. Split the bank line into ${formatMoney(bankAmounts(item, counterpart).other)} and ${formatMoney(bankAmounts(item, counterpart).difference)}, match the first part, and post the second.`,
    );
  const [ledger, other] = item.side === "ledger" ? [item, counterpart] : [counterpart, item];
  const change = other.amount - ledger.amount;
  if (change === 0) throw refuse.badInput("The amounts are equal. Match the items.");
  if (change > 0) return { kind: "fund", account: "suspense", direction: null, amount: change };
  const account = -change <= writeOffLimit ? "fee_income" : "suspense";
  return { kind: "withdraw", account, direction: null, amount: -change };
}

function bankAmounts(item: Subject, counterpart: Subject) {
  const [bank, other] = item.side === "bank" ? [item, counterpart] : [counterpart, item];
  return { other: other.amount, difference: bank.amount - other.amount };
}
