import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { promotions } from "@/lib/server/db/schema/promotion";
import { lockPromotionVersion, type PromotionVersion, promotionConflict } from "./lock-promotion";
import { promotionAuditFieldsOf } from "./promotion-fields";
import { promotionRecordRef } from "./record";

const ADVICE_BY_STATE = {
  active: "End it instead.",
  paused: "End it instead.",
  ended: "Move it to the archive instead.",
  archived: "Promotions that were used are kept.",
};

/** Deletes a draft or scheduled promotion with its codes. @throws 404; 409 with the current promotion if it has changed or started */
export async function removePromotion({ tx, audit }: WriteContext, ref: PromotionVersion): Promise<{ id: string }> {
  const { promotion, state } = await lockPromotionVersion(tx, ref);
  if (state !== "draft" && state !== "scheduled")
    throw await promotionConflict(
      tx,
      promotion.id,
      `Only promotions that have not begun can be deleted; this one is ${state}. ${ADVICE_BY_STATE[state]}`,
    );
  const auditBefore = { state, ...(await promotionAuditFieldsOf(tx, promotion)) };
  await tx.delete(promotions).where(eq(promotions.id, promotion.id));
  audit({ record: promotionRecordRef(promotion), before: auditBefore });
  return { id: promotion.id };
}
