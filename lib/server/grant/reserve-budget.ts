import "server-only";
import { formatMoney } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import { AccountRefusal } from "@/lib/server/ledger/accounts";
import { availableInPool, reserveInPool } from "@/lib/server/ledger/reserve";
import { programmeConflict } from "./programme-single";

/**
 * Reserves an amount in kobo in the grants pool for a programme that the caller has locked.
 * @throws 409 with the current programme if the pool lacks the money; the message contains the missing amount
 */
export async function reserveBudget(tx: Transaction, programmeId: string, amount: number): Promise<void> {
  try {
    await reserveInPool(tx, "grants_pool", amount);
  } catch (refusal) {
    if (!(refusal instanceof AccountRefusal)) throw refusal;
    const available = Math.max(0, await availableInPool(tx, "grants_pool"));
    const message = `The grants pool has ${formatMoney(available)} that is not promised yet and this needs ${formatMoney(amount)}: ${formatMoney(amount - available)} is missing. Ask finance to fund the grants pool in System wallet, then try again.`;
    throw await programmeConflict(tx, programmeId, message);
  }
}
