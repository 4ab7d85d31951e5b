import "server-only";
import { formatMoney } from "@/lib/format";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { ACCOUNT_WORDS } from "@/lib/server/ledger/accounts";

type Movement = Pick<
  typeof walletMovements.$inferSelect,
  "kind" | "account" | "toAccount" | "direction" | "amount" | "reversesEntryId"
>;

/** The transaction that it names. */
type About = { reference: string; user: { name: string } } | null;

/** What a movement will do, in words for whoever approves it and for the ledger entry. */
export function movementWords({ kind, account, toAccount, direction, amount }: Movement, about: About = null): string {
  const money = formatMoney(amount);
  const name = account ? ACCOUNT_WORDS[account] : "";
  if (kind === "clear" && about)
    return `Clear ${money} from ${name} to ${about.user.name}'s wallet for ${about.reference}`;
  if (kind === "fund" && about)
    return `Fund ${name} with ${money}, returned to the settlement float from ${about.reference} of ${about.user.name}`;
  if (kind === "fund") return `Fund ${name} with ${money}, received in the settlement float`;
  if (kind === "withdraw") return `Withdraw ${money} from ${name}, paid out of the settlement float`;
  if (kind === "transfer") return `Transfer ${money} from ${name} to ${toAccount ? ACCOUNT_WORDS[toAccount] : ""}`;
  if (kind === "adjust")
    return `${direction === "increase" ? "Increase" : "Decrease"} ${name} by ${money}, against suspense`;
  return `Reverse an entry of ${money}${about ? `, of ${about.user.name} and ${about.reference}` : ""}`;
}
