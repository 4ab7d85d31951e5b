import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { promotions } from "@/lib/server/db/schema/promotion";
import { type Asked, conflict, holdPromotion } from "./hold-promotion";
import { trailOf } from "./promotion-fields";
import { promotionRecord } from "./record";

const INSTEAD = {
  active: "End it instead.",
  paused: "End it instead.",
  ended: "Move it to the archive instead.",
  archived: "Promotions that were used are kept.",
};

/**
 * Deletes a promotion that has not begun, with its codes: nobody has used it.
 * @throws 404; 409 with the fresh promotion when it changed since or has begun
 */
export async function removePromotion({ tx, audit }: WriteContext, asked: Asked): Promise<{ id: string }> {
  const { promotion, state } = await holdPromotion(tx, asked);
  if (state !== "draft" && state !== "scheduled")
    throw await conflict(
      tx,
      promotion.id,
      `Only promotions that have not begun can be deleted; this one is ${state}. ${INSTEAD[state]}`,
    );
  const before = { state, ...(await trailOf(tx, promotion)) };
  await tx.delete(promotions).where(eq(promotions.id, promotion.id));
  audit({ record: promotionRecord(promotion), before });
  return { id: promotion.id };
}
