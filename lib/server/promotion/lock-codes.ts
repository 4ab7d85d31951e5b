import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes } from "@/lib/server/db/schema/promotion";
import { readDatabaseTimeMs } from "@/lib/server/event/record";
import { promotionConflict } from "./lock-promotion";
import { lockPromotion, type PromotionRecord } from "./record";
import { promotionStateOf } from "./state";

/** Maximum number of codes of one promotion. */
export const MAX_CODES_PER_PROMOTION = 100_000;

/**
 * Locks a promotion, so that no other request adds codes, and returns how many further codes the promotion may have.
 * @throws 404; 409 with the current promotion if it needs no code, or has ended
 */
export async function lockForAddingCodes(
  tx: Transaction,
  promotionId: string,
): Promise<{ promotion: PromotionRecord; codes: number; room: number }> {
  const promotion = await lockPromotion(tx, promotionId);
  const state = promotionStateOf(promotion, await readDatabaseTimeMs(tx));
  if (state === "ended" || state === "archived")
    throw await promotionConflict(
      tx,
      promotionId,
      `This promotion is ${state}: no code of it can be used. Make a copy and add codes to that.`,
    );
  if (promotion.trigger !== "code")
    throw await promotionConflict(
      tx,
      promotionId,
      "This promotion applies automatically and needs no code. Set it to “code” first, or make a copy that is.",
    );
  const codes = await tx.$count(promotionCodes, eq(promotionCodes.promotionId, promotionId));
  return { promotion, codes, room: MAX_CODES_PER_PROMOTION - codes };
}

/** Inserts codes that do not exist yet; sorted, to prevent deadlocks. @returns the inserted codes */
export async function insertPromotionCodes(
  tx: Transaction,
  promotionId: string,
  codes: readonly string[],
): Promise<string[]> {
  if (!codes.length) return [];
  const insertedRows = await tx
    .insert(promotionCodes)
    .values([...codes].sort().map((code) => ({ code, promotionId })))
    .onConflictDoNothing()
    .returning({ code: promotionCodes.code });
  return insertedRows.map(({ code }) => code);
}
