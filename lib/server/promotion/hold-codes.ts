import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes } from "@/lib/server/db/schema/promotion";
import { databaseClock } from "@/lib/server/event/record";
import { conflict } from "./hold-promotion";
import { lockPromotion, type PromotionRecord } from "./record";
import { promotionStateOf } from "./state";

/** Codes of one promotion. */
export const CODES_OF_ONE = 100_000;

/**
 * The promotion, held so that nobody else adds codes to it, and how many more codes it takes.
 * @throws 404; 409 with the fresh promotion when it needs no code, or is over
 */
export async function holdForCodes(
  tx: Transaction,
  promotionId: string,
): Promise<{ promotion: PromotionRecord; codes: number; room: number }> {
  const promotion = await lockPromotion(tx, promotionId);
  const state = promotionStateOf(promotion, await databaseClock(tx));
  if (state === "ended" || state === "archived")
    throw await conflict(
      tx,
      promotionId,
      `This promotion is ${state}: no code of it can be used. Make a copy and add codes to that.`,
    );
  if (promotion.trigger !== "code")
    throw await conflict(
      tx,
      promotionId,
      "This promotion applies by itself and needs no code. Set it to “code” first, or make a copy that is.",
    );
  const codes = await tx.$count(promotionCodes, eq(promotionCodes.promotionId, promotionId));
  return { promotion, codes, room: CODES_OF_ONE - codes };
}

/**
 * Adds codes, leaving out those that exist by now. In the order of the alphabet, so that two who add the same codes wait for one
 * another in turn.
 * @returns those that were added
 */
export async function insertCodes(tx: Transaction, promotionId: string, codes: readonly string[]): Promise<string[]> {
  if (!codes.length) return [];
  const added = await tx
    .insert(promotionCodes)
    .values([...codes].sort().map((code) => ({ code, promotionId })))
    .onConflictDoNothing()
    .returning({ code: promotionCodes.code });
  return added.map(({ code }) => code);
}
