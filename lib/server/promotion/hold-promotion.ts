import "server-only";
import type { PromotionState } from "@/lib/contract/promotion.values";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { databaseClock } from "@/lib/server/event/record";
import { refuseChanged } from "@/lib/server/records/version";
import { lockPromotion, type PromotionRecord } from "./record";
import { promotionSingle } from "./single";
import { promotionStateOf } from "./state";

export type Asked = { promotionId: string; version: number };
/** `state`: the one that counts now; `now`: the clock of the database, in ms. */
export type HeldPromotion = { promotion: PromotionRecord; state: PromotionState; now: number };

/**
 * The promotion, held until the transaction ends, as it was when the change was made from it.
 * @throws 404; 409 with the promotion as it is now when it changed since
 */
export async function holdPromotion(tx: Transaction, { promotionId, version }: Asked): Promise<HeldPromotion> {
  const promotion = await lockPromotion(tx, promotionId);
  await refuseChanged("promotion", promotion, version, () => promotionSingle(tx, promotionId));
  const now = await databaseClock(tx);
  return { promotion, state: promotionStateOf(promotion, now), now };
}

/** A refusal with the promotion as it is now. */
export const conflict = async (tx: Transaction, promotionId: string, message: string): Promise<Refusal> =>
  refuse.conflict(message, await promotionSingle(tx, promotionId));
