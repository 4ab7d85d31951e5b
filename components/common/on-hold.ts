import { formatCount, formatMoney } from "@/lib/format";

/** Amounts of a system account in kobo. `waiting`: number of requests awaiting approval that would change the account. */
type HeldAccount = { balance: number; available: number; waiting: number };

/** Returns the kobo reserved by requests awaiting approval and by the commitments of pools, such as promised grants. */
export const amountOnHold = ({ balance, available }: Pick<HeldAccount, "balance" | "available">) => balance - available;

/** Describes an account's reserved amount, for Home and System Wallet: `₦5,000.00 on hold, 2 awaiting approval`. */
export function describeAmountOnHold(account: HeldAccount): string {
  const heldAmount = amountOnHold(account);
  const awaitingText = account.waiting ? `, ${formatCount(account.waiting)} awaiting approval` : "";
  return `${heldAmount === 0 ? "Nothing" : formatMoney(heldAmount)} on hold${awaitingText}`;
}
