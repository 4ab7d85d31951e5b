import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { releaseIn } from "@/lib/server/ledger/reserve";
import { saveVersion } from "@/lib/server/records/version";
import type { TransactionRecord } from "@/lib/server/transaction/change-transaction";
import { lockPromotion, type PromotionRecord, promotionRecord } from "./record";

type RedemptionRecord = typeof promotionRedemptions.$inferSelect;
type Held = { redemption: RedemptionRecord; promotion: PromotionRecord };

/**
 * The promotion that a payment uses, held until the transaction ends. The caller holds the payment, and no ledger account yet:
 * promotions come before accounts in the order of locks.
 */
export async function holdRedemption(
  tx: Transaction,
  { id, discount, cashback }: Pick<TransactionRecord, "id" | "discount" | "cashback">,
): Promise<Held | null> {
  if (discount + cashback === 0) return null;
  const [redemption] = await tx.select().from(promotionRedemptions).where(eq(promotionRedemptions.transactionId, id));
  return redemption ? { redemption, promotion: await lockPromotion(tx, redemption.promotionId) } : null;
}

/**
 * What becomes of a promotion's use when its payment has ended. One that succeeded counts; one that did not gives its use and
 * its money back.
 * @returns the promotion that a use was counted of: `endUsedUp` looks at it once all else that follows is done
 */
export async function redemptionEnded(tx: Transaction, payment: TransactionRecord): Promise<string | null> {
  const held = await holdRedemption(tx, payment);
  if (held?.redemption.state !== "reserved") return null;
  if (payment.state === "succeeded") return redeem(tx, held);
  await releaseRedemption(tx, held);
  return null;
}

/** The pool has been paid from by the entry of the payment. */
async function redeem(tx: Transaction, { redemption, promotion }: Held): Promise<string> {
  await endRedemption(tx, redemption, "redeemed");
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
 * Ends a promotion whose budget or uses are spent. The last step of a payment that succeeded: one that came too late for its
 * tickets is refunded in the same transaction, and its part of the budget is free again.
 * @param promotionId what `redemptionEnded` answered; the promotion is held already
 * @returns an audit entry where it ended
 */
export async function endUsedUp(tx: Transaction, promotionId: string | null): Promise<AuditEntry[]> {
  if (promotionId === null) return [];
  const promotion = await lockPromotion(tx, promotionId);
  const { state, spent, budget, uses, usesTotal } = promotion;
  const cause = spent >= budget ? "budget" : uses >= (usesTotal ?? Infinity) ? "uses" : null;
  if (cause === null || (state !== "active" && state !== "paused")) return [];
  await saveVersion(tx, promotions, promotionId, {
    state: "ended",
    endCause: cause,
    pauseCause: null,
    updatedAt: sql`now()`,
  });
  const after = { state: "ended", end_cause: cause };
  return [{ record: promotionRecord(promotion), before: { state }, after }];
}

/** Gives back the use of a payment that came to nothing, or that could not bring its cashback. */
export async function releaseRedemption(tx: Transaction, { redemption, promotion }: Held): Promise<void> {
  await endRedemption(tx, redemption, "released");
  await tx
    .update(promotions)
    .set({ reserved: promotion.reserved - redemption.amount, reservedUses: promotion.reservedUses - 1 })
    .where(eq(promotions.id, promotion.id));
  await freeCode(tx, redemption);
  await releaseIn(tx, "promotions_pool", redemption.amount);
}

/**
 * What a refund brings back: its part of what the promotion gave, and with the last part the use.
 * @param returned kobo that the entry of the refund put back into the pool
 */
export async function returnRedemption(
  tx: Transaction,
  { redemption, promotion }: Held,
  returned: number,
): Promise<void> {
  const total = redemption.returned + returned;
  const isFree = total === redemption.amount;
  if (returned === 0 && !isFree) return;
  await saveVersion(tx, promotionRedemptions, redemption.id, { returned: total, ...(isFree && { state: "returned" }) });
  await tx
    .update(promotions)
    .set({ spent: promotion.spent - returned, uses: promotion.uses - (isFree ? 1 : 0) })
    .where(eq(promotions.id, promotion.id));
  if (isFree) await freeCode(tx, redemption);
}

const endRedemption = (tx: Transaction, { id }: RedemptionRecord, state: "redeemed" | "released") =>
  tx
    .update(promotionRedemptions)
    .set({ state, endedAt: sql`now()`, version: sql`${promotionRedemptions.version} + 1` })
    .where(and(eq(promotionRedemptions.id, id), eq(promotionRedemptions.state, "reserved")));

async function freeCode(tx: Transaction, { code }: RedemptionRecord): Promise<void> {
  if (code === null) return;
  await tx
    .update(promotionCodes)
    .set({ uses: sql`${promotionCodes.uses} - 1` })
    .where(eq(promotionCodes.code, code));
}
