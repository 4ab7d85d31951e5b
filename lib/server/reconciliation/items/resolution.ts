import "server-only";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import type { ItemResolution } from "@/lib/contract/reconciliation-items.values";
import type { MovementDirection } from "@/lib/contract/system-wallet.values";
import { formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { itemName } from "./record";
import type { ItemRecord } from "./rows";

/** The movement that resolves an item. `amount` in kobo, above zero. */
export type PlannedMovement = {
  kind: "fund" | "withdraw" | "adjust";
  account: SystemAccount;
  direction: MovementDirection | null;
  amount: number;
};

type Limits = { writeOffLimit: number };
type Subject = Pick<ItemRecord, "id" | "side" | "amount" | "reference" | "providerReference" | "finding">;

/**
 * Plans the manual transfer that resolves an item. Its posting on the float equals a bank's or provider's item, and cancels a ledger's
 * item. It also cancels a settlement that the bank never gets, because the ledger has the payments of the settlement already. A posted
 * difference is the other side's amount less the ledger's.
 * @param counterpart the item that matching compared this one with
 * @throws 400 if the item can't be resolved in this way
 */
export function planResolution(
  item: ItemRecord,
  counterpart: ItemRecord | null,
  how: ItemResolution,
  limits: Limits,
): PlannedMovement {
  if (how === "post_difference") return planDifference(item, counterpart, limits);
  const isInFloat = item.side === "ledger" || item.kind === "settlement";
  const change = isInFloat ? -item.amount : item.amount;
  if (change === 0) throw refuse.badInput(`${itemName(item)} has the amount ₦0.00, so there is nothing to post.`);
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
