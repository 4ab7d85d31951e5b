import "server-only";
import type { PromotionState } from "@/lib/contract/promotion.values";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { readDatabaseTimeMs } from "@/lib/server/event/record";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { lockPromotion, type PromotionRecord } from "./record";
import { readPromotionDetails } from "./single";
import { promotionStateOf } from "./state";

/** Id of a promotion, and the version that the caller saw. */
export type PromotionVersion = { promotionId: string; version: number };
/** A locked promotion. `state`: its state at the current time; `now`: the database's time in ms. */
export type LockedPromotion = { promotion: PromotionRecord; state: PromotionState; now: number };

/** Locks a promotion and checks its version. @throws 404; 409 with the current promotion if changed */
export async function lockPromotionVersion(
  tx: Transaction,
  { promotionId, version }: PromotionVersion,
): Promise<LockedPromotion> {
  const promotion = await lockPromotion(tx, promotionId);
  await rejectStaleVersion("promotion", promotion, version, () => readPromotionDetails(tx, promotionId));
  const now = await readDatabaseTimeMs(tx);
  return { promotion, state: promotionStateOf(promotion, now), now };
}

/** Builds a 409 refusal that contains the current promotion. */
export const promotionConflict = async (tx: Transaction, promotionId: string, message: string): Promise<Refusal> =>
  refuse.conflict(message, await readPromotionDetails(tx, promotionId));
