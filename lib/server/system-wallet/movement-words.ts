import "server-only";
import { formatMoney } from "@/lib/format";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { ACCOUNT_WORDS } from "@/lib/server/ledger/accounts";
import { isReclaimableByBank } from "@/lib/server/transaction/postings";

type Movement = Pick<
  typeof walletMovements.$inferSelect,
  "kind" | "account" | "toAccount" | "direction" | "amount" | "reversesEntryId"
>;

/** The transaction that the movement names. */
type About = (Parameters<typeof isReclaimableByBank>[0] & { reference: string; user: { name: string } }) | null;

/** Describes a movement for its approver and for the ledger entry. */
export function movementWords({ kind, account, toAccount, direction, amount }: Movement, about: About = null): string {
  const money = formatMoney(amount);
  const name = account ? ACCOUNT_WORDS[account] : "";
  if (kind === "clear" && about)
    return direction === "increase"
      ? `Take ${money} back from ${about.user.name}'s wallet to ${name} for ${about.reference}`
      : `Clear ${money} from ${name} to ${about.user.name}'s wallet for ${about.reference}`;
  if (kind === "fund" && about && !isReclaimableByBank(about))
    return `Fund ${name} with ${money}, returned to the settlement float from ${about.reference} of ${about.user.name}`;
  const whose = about ? `, for ${about.reference} of ${about.user.name}` : "";
  if (kind === "fund") return `Fund ${name} with ${money}, received in the settlement float${whose}`;
  if (kind === "withdraw") return `Withdraw ${money} from ${name}, paid out of the settlement float${whose}`;
  if (kind === "transfer")
    return `Transfer ${money} from ${name} to ${toAccount ? ACCOUNT_WORDS[toAccount] : ""}${whose}`;
  if (kind === "adjust")
    return `${direction === "increase" ? "Increase" : "Decrease"} ${name} by ${money}, against suspense`;
  return `Reverse an entry of ${money}${about ? `, of ${about.user.name} and ${about.reference}` : ""}`;
}
