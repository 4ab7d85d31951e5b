import { formatCount, formatMoney } from "@/lib/format";

/** Amounts of a system account in kobo, and the number of pending requests that affect it. */
type HeldAccount = { balance: number; available: number; waiting: number };

/** Returns the kobo reserved by pending requests and by commitments of pools. */
export const amountOnHold = ({ balance, available }: Pick<HeldAccount, "balance" | "available">) => balance - available;

/** Returns the text for an account on Home and System Wallet: `₦5,000.00 on hold, 2 awaiting approval`. */
export function describeHold(account: HeldAccount): string {
  const heldAmount = amountOnHold(account);
  const awaitingText = account.waiting ? `, ${formatCount(account.waiting)} awaiting approval` : "";
  return `${heldAmount === 0 ? "Nothing" : formatMoney(heldAmount)} on hold${awaitingText}`;
}
