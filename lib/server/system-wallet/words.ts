import "server-only";
import { formatMoney } from "@/lib/format";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { ACCOUNT_WORDS } from "@/lib/server/ledger/accounts";

type Movement = Pick<
  typeof walletMovements.$inferSelect,
  "kind" | "account" | "toAccount" | "direction" | "amount" | "reversesEntryId"
>;

/** What a movement will do, in words for whoever approves it and for the ledger entry. */
export function movementWords({ kind, account, toAccount, direction, amount }: Movement): string {
  const money = formatMoney(amount);
  const name = account ? ACCOUNT_WORDS[account] : "";
  if (kind === "fund") return `Fund ${name} with ${money}, received in the settlement float`;
  if (kind === "withdraw") return `Withdraw ${money} from ${name}, paid out of the settlement float`;
  if (kind === "transfer") return `Transfer ${money} from ${name} to ${toAccount ? ACCOUNT_WORDS[toAccount] : ""}`;
  if (kind === "adjust")
    return `${direction === "increase" ? "Increase" : "Decrease"} ${name} by ${money}, against suspense`;
  return `Reverse an entry of ${money}`;
}
