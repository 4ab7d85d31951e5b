import "server-only";
import type { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import type { DemoAuditAction } from "@/lib/server/db/seed/audit-rows";
import type { PromotionStory } from "./story";

type PromotionRow = Omit<typeof promotions.$inferSelect, "words">;
type CodeRow = typeof promotionCodes.$inferSelect;
type RedemptionRow = Required<typeof promotionRedemptions.$inferInsert>;

/** A past promotion with its codes, uses and audit rows. */
export type PastPromotion = {
  index: number;
  story: PromotionStory;
  row: PromotionRow;
  codes: CodeRow[];
  groupIds: string[];
  redemptions: RedemptionRow[];
  actions: DemoAuditAction[];
};
