import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { releaseFromPool } from "@/lib/server/ledger/reserve";
import { updateVersionedRecord } from "@/lib/server/records/version";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { lockPromotion, type PromotionRecord, promotionRecordRef } from "./record";

type RedemptionRecord = typeof promotionRedemptions.$inferSelect;
type LockedRedemption = { redemption: RedemptionRecord; promotion: PromotionRecord };

/**
 * Locks the promotion used by a payment until the transaction ends. The caller has locked the payment, but no ledger account yet, because
 * promotions are before accounts in the lock order.
 * @returns null if the payment used no promotion
 */
export async function lockRedemption(
  tx: Transaction,
  { id, discount, cashback }: Pick<TransactionRecord, "id" | "discount" | "cashback">,
): Promise<LockedRedemption | null> {
  if (discount + cashback === 0) return null;
  const [redemption] = await tx.select().from(promotionRedemptions).where(eq(promotionRedemptions.transactionId, id));
  return redemption ? { redemption, promotion: await lockPromotion(tx, redemption.promotionId) } : null;
}

/**
 * Completes the reserved use of a promotion when its payment ends. If the payment succeeded, the use counts. Otherwise the use, its part of
 * the budget and the pool's reservation are released.
 * @returns id of the promotion whose use was counted, to be passed to `endPromotionIfUsedUp` as the last step; or null
 */
export async function settleRedemption(tx: Transaction, payment: TransactionRecord): Promise<string | null> {
  const locked = await lockRedemption(tx, payment);
  if (locked?.redemption.state !== "reserved") return null;
  if (payment.state === "succeeded") return markRedeemed(tx, locked);
  await releaseRedemption(tx, locked);
  return null;
}

/** Counts a use as redeemed. The payment's ledger entry has already taken the money from the pool. */
async function markRedeemed(tx: Transaction, { redemption, promotion }: LockedRedemption): Promise<string> {
  await setEndState(tx, redemption, "redeemed");
  const { amount } = redemption;
  await tx
    .update(promotions)
    .set({
      spent: promotion.spent + amount,
      uses: promotion.uses + 1,
      reserved: promotion.reserved - amount,
      reservedUses: promotion.reservedUses - 1,
    })
    .where(eq(promotions.id, promotion.id));
  return promotion.id;
}

/**
 * Ends a promotion whose budget or maximum number of uses is reached. Must be the last step of a successful payment: a late payment for
 * tickets is refunded in the same transaction, which releases its part of the budget.
 * @param promotionId result of `settleRedemption`; the promotion is locked already
 * @returns an audit entry if the promotion ended
 */
export async function endPromotionIfUsedUp(tx: Transaction, promotionId: string | null): Promise<AuditEntry[]> {
  if (promotionId === null) return [];
  const promotion = await lockPromotion(tx, promotionId);
  const { state, spent, budget, uses, usesTotal } = promotion;
  const cause = spent >= budget ? "budget" : uses >= (usesTotal ?? Infinity) ? "uses" : null;
  if (cause === null || (state !== "active" && state !== "paused")) return [];
  await updateVersionedRecord(tx, promotions, promotionId, {
    state: "ended",
    endCause: cause,
    pauseCause: null,
    updatedAt: sql`now()`,
  });
  const auditAfter = { state: "ended", end_cause: cause };
  return [{ record: promotionRecordRef(promotion), before: { state }, after: auditAfter }];
}

/** Releases the reserved use of a payment that failed, or whose cashback could not be paid. */
export async function releaseRedemption(tx: Transaction, { redemption, promotion }: LockedRedemption): Promise<void> {
  await setEndState(tx, redemption, "released");
  await tx
    .update(promotions)
    .set({ reserved: promotion.reserved - redemption.amount, reservedUses: promotion.reservedUses - 1 })
    .where(eq(promotions.id, promotion.id));
  await releaseCodeUse(tx, redemption);
  await releaseFromPool(tx, "promotions_pool", redemption.amount);
}

/**
 * Returns a part of a redemption's benefit to the promotions pool after a refund. After the last part, the use is available again.
 * @param returnedBefore kobo that the refund's ledger entry has already returned to the pool
 */
export async function returnBenefitToPool(
  tx: Transaction,
  { redemption, promotion }: LockedRedemption,
  returnedBefore: number,
): Promise<void> {
  const total = redemption.returned + returnedBefore;
  const isFree = total === redemption.amount;
  if (returnedBefore === 0 && !isFree) return;
  await updateVersionedRecord(tx, promotionRedemptions, redemption.id, {
    returned: total,
    ...(isFree && { state: "returned" }),
  });
  await tx
    .update(promotions)
    .set({ spent: promotion.spent - returnedBefore, uses: promotion.uses - (isFree ? 1 : 0) })
    .where(eq(promotions.id, promotion.id));
  if (isFree) await releaseCodeUse(tx, redemption);
}

const setEndState = (tx: Transaction, { id }: RedemptionRecord, state: "redeemed" | "released") =>
  tx
    .update(promotionRedemptions)
    .set({ state, endedAt: sql`now()`, version: sql`${promotionRedemptions.version} + 1` })
    .where(and(eq(promotionRedemptions.id, id), eq(promotionRedemptions.state, "reserved")));

async function releaseCodeUse(tx: Transaction, { code }: RedemptionRecord): Promise<void> {
  if (code === null) return;
  await tx
    .update(promotionCodes)
    .set({ uses: sql`${promotionCodes.uses} - 1` })
    .where(eq(promotionCodes.code, code));
}
