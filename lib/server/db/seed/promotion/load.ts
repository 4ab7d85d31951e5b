import "server-only";
import { eq } from "drizzle-orm";
import type { PromotionState } from "@/lib/contract/promotion.values";
import type { Transaction } from "@/lib/server/db/client";
import { promotionGroups, promotions } from "@/lib/server/db/schema/promotion";
import { insertRows } from "@/lib/server/db/seed/event/load";
import { reserveInPool } from "@/lib/server/ledger/reserve";
import type { PastPromotion } from "./model";

/** States that a promotion passes from a draft to each state, because triggers refuse to skip a state. */
const STATE_PATHS: Record<PromotionState, readonly PromotionState[]> = {
  draft: [],
  scheduled: ["scheduled"],
  active: ["scheduled", "active"],
  paused: ["scheduled", "active", "paused"],
  ended: ["scheduled", "active", "ended"],
  archived: ["scheduled", "active", "ended", "archived"],
};

/** Inserts promotions, their codes and their uses. The payments must have been inserted before. */
export async function loadPromotions(tx: Transaction, all: readonly PastPromotion[]): Promise<void> {
  for (const promotion of all) await loadPromotion(tx, promotion);
  const redemptions = all.flatMap((promotion) => promotion.redemptions);
  await insertRows(tx, "promotion_redemptions", redemptions);
  const reserved = all.reduce((sum, { row }) => sum + row.reserved, 0);
  if (reserved) await reserveInPool(tx, "promotions_pool", reserved);
}

async function loadPromotion(tx: Transaction, { row, codes, groupIds }: PastPromotion): Promise<void> {
  const { id, state, uses, spent, reserved, reservedUses, pauseCause, endCause, ...rest } = row;
  await tx.insert(promotions).values({ ...rest, id });
  await insertRows(tx, "promotion_codes", codes);
  if (groupIds.length)
    await tx.insert(promotionGroups).values(groupIds.map((groupId) => ({ promotionId: id, groupId })));
  const set = (values: Partial<typeof promotions.$inferInsert>) =>
    tx.update(promotions).set(values).where(eq(promotions.id, id));
  for (const next of STATE_PATHS[state]) {
    const isOver = next === "ended" || next === "archived";
    await set({ state: next, pauseCause: next === "paused" ? pauseCause : null, endCause: isOver ? endCause : null });
    if (next === "active") await set({ uses, spent, reserved, reservedUses });
  }
}
