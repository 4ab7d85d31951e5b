import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";

/** Database row of a promotion. */
export type PromotionRecord = typeof promotions.$inferSelect;

/** Record type of promotions in the audit trail. */
export const PROMOTION_RECORD_TYPE = "promotion" as const;
/** Returns the reference to a promotion for audit rows. */
export const promotionRecordRef = ({ id, name }: Pick<PromotionRecord, "id" | "name">) => ({
  type: PROMOTION_RECORD_TYPE,
  id,
  name,
});

/** Locks a promotion until the transaction ends. @throws 404 */
export async function lockPromotion(tx: Transaction, id: string): Promise<PromotionRecord> {
  const [promotion] = await tx.select().from(promotions).where(eq(promotions.id, id)).for("no key update");
  if (!promotion) throw refuse.notFound("promotion");
  return promotion;
}
