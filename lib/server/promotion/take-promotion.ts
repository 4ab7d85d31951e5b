import "server-only";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { PromotionOfPayment } from "@/lib/contract/promotion.app";
import {
  listPromotionRefusals,
  normalisePromotionCode,
  type PromotableType,
  promotionBenefitOf,
  splitPromotionBenefit,
} from "@/lib/contract/promotion.values";
import { formatMoney } from "@/lib/format";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import { type AuditEntry, appendAudit } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import type { paymentMethods } from "@/lib/server/db/schema/transaction";
import { readDatabaseTimeMs } from "@/lib/server/event/record";
import { AccountRefusal } from "@/lib/server/ledger/accounts";
import { reserveInPool } from "@/lib/server/ledger/reserve";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { hashForStorage } from "@/lib/server/secrets/write-keys";
import { pauseIfPoolTooLow } from "./pause-for-pool";
import { reasonTextForCitizen, selectCitizenReason } from "./reason-texts";
import { lockPromotion, type PromotionRecord, promotionRecordRef } from "./record";
import { readPromotionCheckInputs, toPromotionRules } from "./rule-facts";
import { promotionStateOf } from "./state";
import { storeDueStartAndEnd } from "./store-due-states";

/** A payment that is about to use a promotion. `benefit`: kobo, as shown to the citizen. */
type PromotionUseInput = {
  asked: PromotionOfPayment;
  user: CitizenRow;
  type: PromotableType;
  method: typeof paymentMethods.$inferSelect;
  amount: number;
  deviceId?: string;
  /** True if the payment is posted in this transaction, so that the pool needs no reservation. */
  isPostedImmediately: boolean;
};

/** Use of a promotion by a payment, with its reserved part of budget and pool in kobo. */
export type PromotionUse = Pick<PromotionUseInput, "user" | "amount" | "deviceId"> & {
  promotion: PromotionRecord;
  code: string | null;
  benefit: number;
  discount: number;
  cashback: number;
  /** Audit entry of the promotion's start if this use started it, otherwise null. */
  startAudit: AuditEntry | null;
};

/**
 * Reserves a use of a promotion for a payment, with its part of budget and pool, by the rules of the quote. Locks the promotion until the transaction
 * ends, so that uses and budget are counted one payment at a time.
 * @throws 404; 409 if the promotion does not apply, or its benefit differs from the one shown to the citizen. If only the pool can't cover the
 * benefit, the promotion is also paused after the refusal
 */
export async function reservePromotionUse(tx: Transaction, usageInput: PromotionUseInput): Promise<PromotionUse> {
  const { asked, user, type, method, amount, deviceId, isPostedImmediately } = usageInput;
  const promotionBefore = await lockPromotion(tx, asked.promotion_id);
  const startedAudit = await startPromotionIfDue(tx, promotionBefore);
  const promotion = startedAudit?.promotion ?? promotionBefore;
  const code = promotion.trigger === "code" && asked.code !== undefined ? normalisePromotionCode(asked.code) : null;
  const methodMinimum = method.channel === "wallet" ? 0 : method.minAmount;
  const payment = { user, type, channel: method.channel, methodMinimum, amount, code };
  const terms = toPromotionRules(promotion);
  const facts = (await readPromotionCheckInputs(tx, [promotion], payment)).get(promotion.id);
  if (!facts) throw new Error(`Promotion ${promotion.id} has no facts.`);
  const reasons = listPromotionRefusals(terms, facts);
  const benefit = promotionBenefitOf(terms, amount, terms.budget - facts.taken);
  // This refusal pauses the promotion for all citizens, so a benefit that was never quoted must not cause it.
  if (reasons[0] === "pool" && benefit === asked.benefit) throw poolTooLowRefusal(promotion, benefit);
  if (reasons.length) throw refuse.conflict(reasonTextForCitizen(selectCitizenReason(reasons), terms));
  if (benefit !== asked.benefit)
    throw refuse.conflict(
      `This promotion gives ${formatMoney(benefit)} for this payment now, not ${formatMoney(asked.benefit)}. Show the new amount and ask again.`,
    );
  await tx
    .update(promotions)
    .set({ reserved: sql`${promotions.reserved} + ${benefit}`, reservedUses: sql`${promotions.reservedUses} + 1` })
    .where(eq(promotions.id, promotion.id));
  if (code !== null)
    await tx
      .update(promotionCodes)
      .set({ uses: sql`${promotionCodes.uses} + 1` })
      .where(eq(promotionCodes.code, code));
  if (!isPostedImmediately)
    await reserveInPool(tx, "promotions_pool", benefit).catch((error: unknown) => {
      throw error instanceof AccountRefusal ? poolTooLowRefusal(promotion, benefit) : error;
    });
  const split = splitPromotionBenefit(promotion.kind, benefit);
  return { promotion, user, code, benefit, amount, deviceId, startAudit: startedAudit?.entry ?? null, ...split };
}

/** Stores the redemption of a payment, which must be stored already. */
export async function insertRedemption(tx: Transaction, use: PromotionUse, transactionId: string): Promise<void> {
  const { promotion, user, code, benefit, deviceId } = use;
  await tx.insert(promotionRedemptions).values({
    id: uuid(),
    promotionId: promotion.id,
    userId: user.id,
    transactionId,
    kind: promotion.kind,
    code,
    amount: benefit,
    deviceHash: deviceId === undefined ? null : await hashForStorage(tx, `device ${deviceId}`),
    deviceEnding: deviceId === undefined ? null : [...deviceId].slice(-4).join(""),
  });
}

/** Returns the audit values of the promotion used by a payment. */
export const promotionAuditFields = (use: PromotionUse | null) =>
  use && {
    promotion: use.promotion.name,
    ...(use.discount > 0 && { discount: formatMoney(use.discount) }),
    ...(use.cashback > 0 && { cashback: formatMoney(use.cashback) }),
  };

/** Activates a promotion whose start has passed. @throws 409 if the database's clock is still before the start */
async function startPromotionIfDue(tx: Transaction, promotion: PromotionRecord) {
  if (promotion.state !== "scheduled" || promotionStateOf(promotion, Date.now()) !== "active") return null;
  if (promotionStateOf(promotion, await readDatabaseTimeMs(tx)) !== "active")
    throw refuse.conflict(reasonTextForCitizen("not_started", toPromotionRules(promotion)));
  const started = await updateVersionedRecord(tx, promotions, promotion.id, { state: "active", updatedAt: sql`now()` });
  const entry: AuditEntry = {
    record: promotionRecordRef(started),
    before: { state: promotion.state },
    after: { state: started.state },
  };
  return { promotion: started, entry };
}

/** Builds the refusal for a pool that can't cover the benefit. After the rollback, the refusal pauses the promotion. */
export function poolTooLowRefusal(promotion: PromotionRecord, benefit: number): Refusal {
  const refusal = refuse.conflict(reasonTextForCitizen("pool", toPromotionRules(promotion)));
  refusal.afterwards = (tx) => pauseAfterRollback(tx, promotion.id, benefit);
  return refusal;
}

/** Pauses a promotion after a payment's rollback. Stores a due start again, because the rollback has undone it. */
async function pauseAfterRollback(tx: Transaction, promotionId: string, benefit: number): Promise<void> {
  const promotionBefore = await lockPromotion(tx, promotionId);
  const { promotion, rows } = await storeDueStartAndEnd(tx, promotionBefore, await readDatabaseTimeMs(tx));
  rows.push(...(await pauseIfPoolTooLow(tx, promotion, benefit)));
  const [first, ...others] = rows;
  if (first) await appendAudit(tx, first, ...others);
}
