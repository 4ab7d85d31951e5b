import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { AuditEntry } from "@/lib/server/audit";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { releaseIn } from "@/lib/server/ledger/reserve";
import type { TransactionRecord } from "@/lib/server/transaction/settle";
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
 * What becomes of a promotion's use when its payment has ended. One that succeeded counts; the last of the budget, or of the
 * uses, ends the promotion in the same transaction. One that did not gives its use and its money back.
 * @returns an audit entry where the promotion ended
 */
export async function redemptionEnded(tx: Transaction, payment: TransactionRecord): Promise<AuditEntry[]> {
  const held = await holdRedemption(tx, payment);
  if (held?.redemption.state !== "reserved") return [];
  if (payment.state === "succeeded") return redeem(tx, held);
  await releaseRedemption(tx, held);
  return [];
}

/** The pool has been paid from by the entry of the payment. */
async function redeem(tx: Transaction, { redemption, promotion }: Held): Promise<AuditEntry[]> {
  await endRedemption(tx, redemption, "redeemed");
  const { amount } = redemption;
  const now = { spent: promotion.spent + amount, uses: promotion.uses + 1 };
  const cause =
    now.spent >= promotion.budget ? "budget" : now.uses >= (promotion.usesTotal ?? Infinity) ? "uses" : null;
  const ends = cause !== null && (promotion.state === "active" || promotion.state === "paused");
  await tx
    .update(promotions)
    .set({
      ...now,
      reserved: promotion.reserved - amount,
      reservedUses: promotion.reservedUses - 1,
      ...(ends && {
        state: "ended",
        endCause: cause,
        pauseCause: null,
        updatedAt: sql`now()`,
        version: sql`${promotions.version} + 1`,
      }),
    })
    .where(eq(promotions.id, promotion.id));
  if (!ends) return [];
  const after = { state: "ended", end_cause: cause };
  return [{ record: promotionRecord(promotion), before: { state: promotion.state }, after }];
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
  await tx
    .update(promotionRedemptions)
    .set({ returned: total, version: sql`${promotionRedemptions.version} + 1`, ...(isFree && { state: "returned" }) })
    .where(eq(promotionRedemptions.id, redemption.id));
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
