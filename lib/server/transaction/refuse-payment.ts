import "server-only";
import type { PaymentRequest } from "@/lib/contract/transaction.app";
import { refuse } from "@/lib/server/api/errors";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import { isRestrictionExpired } from "@/lib/server/user/status";

/** Rejects payments of suspended accounts, and funding of restricted wallets. @throws 409 */
export function refuseUnlessMayBegin(user: CitizenRow, type: PaymentRequest["type"]): void {
  if (user.status === "suspended") throw refuse.conflict("This account is suspended, so it can't begin a payment.");
  const isRestricted = user.status === "restricted" && !isRestrictionExpired(user) && user.restriction !== "no_debit";
  if (isRestricted && type === "wallet_funding")
    throw refuse.conflict("This wallet is restricted: no money may go into it until the restriction is lifted.");
}

/** Rejects a suspended account or a wallet that can't pay. @param purpose such as "pay for tickets" @throws 409 */
export function refuseUnlessMaySpend(user: CitizenRow, purpose: string): void {
  if (user.status === "suspended") throw refuse.conflict(`This account is suspended, so it can't ${purpose}.`);
  if (user.status === "restricted" && !isRestrictionExpired(user) && user.restriction !== "no_credit")
    throw refuse.conflict("This account is restricted: it can't pay until the restriction is lifted.");
}
