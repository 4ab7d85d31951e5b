import "server-only";
import { eq, sql } from "drizzle-orm";
import type { PromotionDetails } from "@/lib/contract/promotion";
import type { WriteContext } from "@/lib/server/api/context";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { lockPromotionVersion, type PromotionVersion, promotionConflict } from "./lock-promotion";
import { findMissingFields } from "./missing-fields";
import { promotionRecordRef } from "./record";
import { readPromotionDetails } from "./single";

/**
 * Publishes a draft: schedules it, or starts it immediately if its start has passed.
 * @throws 404; 409 with the current promotion if it has changed, is not a draft, or lacks required fields, which the message lists
 */
export async function publishPromotion({ tx, audit }: WriteContext, ref: PromotionVersion): Promise<PromotionDetails> {
  const { promotion, state, now } = await lockPromotionVersion(tx, ref);
  const { id } = promotion;
  if (state !== "draft")
    throw await promotionConflict(tx, id, `This promotion is ${state}. Only a draft can be published.`);
  const codes = await tx.$count(promotionCodes, eq(promotionCodes.promotionId, id));
  const missing = Object.values(findMissingFields(promotion, codes, now));
  if (missing.length)
    throw await promotionConflict(tx, id, `This promotion can't be published yet. ${missing.join(" ")}`);
  const startsNow = promotion.startsAt !== null && promotion.startsAt.getTime() <= now;
  await updateVersionedRecord(tx, promotions, id, {
    state: "scheduled",
    ...(startsNow && { startsAt: sql`now()` }),
    updatedAt: sql`now()`,
  });
  if (startsNow) await tx.update(promotions).set({ state: "active" }).where(eq(promotions.id, id));
  audit({
    record: promotionRecordRef(promotion),
    before: { state: "draft" },
    after: { state: startsNow ? "active" : "scheduled" },
  });
  return readPromotionDetails(tx, id);
}
