import "server-only";
import { formatMoney } from "@/lib/format";
import type { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { SYSTEM_ACCOUNT_PHRASES } from "@/lib/server/ledger/accounts";
import { isReclaimableByBank } from "@/lib/server/transaction/postings";

type Movement = Pick<
  typeof walletMovements.$inferSelect,
  "kind" | "account" | "toAccount" | "direction" | "amount" | "reversesEntryId"
>;

/** The transaction to which the manual transfer refers; null if it refers to none. */
type Subject = (Parameters<typeof isReclaimableByBank>[0] & { reference: string; user: { name: string } }) | null;

/** Describes a manual transfer for its approver and for the ledger entry. */
export function describeMovement(
  { kind, account, toAccount, direction, amount }: Movement,
  subject: Subject = null,
): string {
  const amountText = formatMoney(amount);
  const name = account ? SYSTEM_ACCOUNT_PHRASES[account] : "";
  if (kind === "clear" && subject)
    return direction === "increase"
      ? `Take ${amountText} back from ${subject.user.name}'s wallet to ${name} for ${subject.reference}`
      : `Clear ${amountText} from ${name} to ${subject.user.name}'s wallet for ${subject.reference}`;
  if (kind === "fund" && subject && !isReclaimableByBank(subject))
    return `Fund ${name} with ${amountText}, returned to the settlement float from ${subject.reference} of ${subject.user.name}`;
  const ownerPhrase = subject ? `, for ${subject.reference} of ${subject.user.name}` : "";
  if (kind === "fund") return `Fund ${name} with ${amountText}, received in the settlement float${ownerPhrase}`;
  if (kind === "withdraw") return `Withdraw ${amountText} from ${name}, paid out of the settlement float${ownerPhrase}`;
  if (kind === "transfer")
    return `Transfer ${amountText} from ${name} to ${toAccount ? SYSTEM_ACCOUNT_PHRASES[toAccount] : ""}${ownerPhrase}`;
  if (kind === "adjust")
    return `${direction === "increase" ? "Increase" : "Decrease"} ${name} by ${amountText}, against suspense`;
  return `Reverse an entry of ${amountText}${subject ? `, of ${subject.user.name} and ${subject.reference}` : ""}`;
}
