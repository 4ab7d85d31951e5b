import { formatCount, formatMoney } from "@/lib/format";

/** Kobo of a system account, and how many requests wait that touch it. */
type Held = { balance: number; available: number; waiting: number };

/** Kobo that requests which wait, and pools that promised something, keep from being used. */
export const onHold = ({ balance, available }: Pick<Held, "balance" | "available">) => balance - available;

/** `₦5,000.00 on hold, 2 awaiting approval`: what Home and System Wallet say of an account. */
export function holdWords(account: Held): string {
  const held = onHold(account);
  const waits = account.waiting ? `, ${formatCount(account.waiting)} awaiting approval` : "";
  return `${held === 0 ? "Nothing" : formatMoney(held)} on hold${waits}`;
}
