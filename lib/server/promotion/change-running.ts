import "server-only";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { type LockedPromotion, type PromotionVersion, promotionConflict } from "./lock-promotion";
import { changeStartedPromotion } from "./pause-and-end";
import { fieldRefusal } from "./promotion-fields";

/**
 * Raises the budget (kobo) of a promotion that has started.
 * @throws 404; 400 if the budget is not higher; 409 with the current promotion if it has changed, has not started, or has ended
 */
export const raisePromotionBudget = (
  context: WriteContext,
  { budget, reason, ...asked }: PromotionVersion & { budget: number; reason: string },
): Promise<PromotionDetails> =>
  changeStartedPromotion(context, asked, async (tx, locked) => {
    await refuseNotRunning(tx, locked);
    const { promotion } = locked;
    if (budget <= promotion.budget)
      throw fieldRefusal("budget", `Enter more than ${formatMoney(promotion.budget)}: a budget can only grow.`);
    return {
      values: { budget },
      before: { budget: formatMoney(promotion.budget) },
      after: { budget: formatMoney(budget), reason: reason.trim() },
    };
  });

/**
 * Changes the end of a promotion that has started. Without an end, it runs until its budget or uses are used up.
 * @throws 404; 400 for an end in the past, or the same end; 409 with the current promotion if it has changed, has not started, or has ended
 */
export const reschedulePromotion = (
  context: WriteContext,
  { ends_at, reason, ...asked }: PromotionVersion & { ends_at: string | null; reason: string },
): Promise<PromotionDetails> =>
  changeStartedPromotion(context, asked, async (tx, locked) => {
    await refuseNotRunning(tx, locked);
    const { promotion, now } = locked;
    const endsAt = ends_at === null ? null : new Date(ends_at);
    if (endsAt && endsAt.getTime() <= now)
      throw fieldRefusal("ends_at", "This end has passed. Enter a later one, or end the promotion now.");
    if (endsAt?.getTime() === promotion.endsAt?.getTime())
      throw fieldRefusal("ends_at", endsAt ? "It ends then already." : "It has no end already.");
    return {
      values: { endsAt },
      before: { ends_at: promotion.endsAt?.toISOString() ?? null },
      after: { ends_at: endsAt?.toISOString() ?? null, reason: reason.trim() },
    };
  });

async function refuseNotRunning(tx: Transaction, { promotion, state }: LockedPromotion): Promise<void> {
  if (state === "active" || state === "paused") return;
  const message =
    state === "draft" || state === "scheduled"
      ? `This promotion is ${state === "draft" ? "a draft" : state}. Edit it instead: all of it can still be changed.`
      : `This promotion is ${state} and can't be published. Make a copy and publish that.`;
  throw await promotionConflict(tx, promotion.id, message);
}
