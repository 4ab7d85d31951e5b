import "server-only";
import { sql } from "drizzle-orm";
import type { PromotionSingle } from "@/lib/contract/promotion";
import { PROMOTION_TRANSITIONS, type PromotionState } from "@/lib/contract/promotion.values";
import type { WriteContext } from "@/lib/server/api/context";
import { appendAudit } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import { freeIn } from "@/lib/server/ledger/reserve";
import { saveVersion } from "@/lib/server/records/version";
import { type Asked, conflict, type HeldPromotion, holdPromotion } from "./hold-promotion";
import { type PromotionRecord, promotionRecord } from "./record";
import { promotionSingle } from "./single";
import { writeByClock } from "./write-by-clock";

type WithReason = Asked & { reason: string };
type Change = { values: Partial<PromotionRecord>; before: AuditValues; after: AuditValues };

/** No use of it is possible while it is paused; payments under way keep what they were promised. */
export const pausePromotion = (context: WriteContext, { reason, ...asked }: WithReason) =>
  goTo(context, asked, "paused", {
    advice: "Only an active promotion can be paused.",
    values: { pauseCause: "admin" },
    after: { reason: reason.trim() },
  });

/** @throws 409 besides when the pool that it was paused for has nothing free yet */
export const resumePromotion = (context: WriteContext, asked: Asked) =>
  goTo(context, asked, "active", {
    advice: "Only a paused promotion can be resumed.",
    values: { pauseCause: null },
    refusal: async (tx, { promotion }) =>
      promotion.pauseCause === "pool" && (await freeIn(tx, "promotions_pool")) <= 0
        ? "The promotions pool has no free money, so this promotion would pause again. Fund the pool in System Wallet first."
        : null,
  });

/** For good; payments under way keep what they were promised. */
export const endPromotion = (context: WriteContext, { reason, ...asked }: WithReason) =>
  goTo(context, asked, "ended", {
    advice: "Only an active or paused promotion can be ended; delete one that has not begun.",
    values: { endCause: "admin", pauseCause: null },
    after: { end_cause: "admin", reason: reason.trim() },
  });

export const archivePromotion = (context: WriteContext, asked: Asked) =>
  goTo(context, asked, "archived", { advice: "Only a promotion that has ended can be archived." });

type Step = {
  /** What a promotion in another state is told. */
  advice: string;
  values?: Partial<PromotionRecord>;
  after?: AuditValues;
  /** Why it can't be done although the state allows it. */
  refusal?: (tx: Transaction, held: HeldPromotion) => Promise<string | null>;
};

/** @throws 404; 409 with the fresh promotion when it changed since, or can't go there from its state */
function goTo(context: WriteContext, asked: Asked, to: PromotionState, step: Step): Promise<PromotionSingle> {
  return changeHeld(context, asked, async (tx, held) => {
    const { promotion, state } = held;
    // What a scheduled one goes on to is up to the clock.
    const isAllowed = state !== "scheduled" && PROMOTION_TRANSITIONS[state].includes(to);
    const refusal =
      isAllowed && state !== "draft"
        ? await step.refusal?.(tx, held)
        : `This promotion is ${state === "draft" ? "a draft" : state}. ${step.advice}`;
    if (refusal) throw await conflict(tx, promotion.id, refusal);
    return { values: { ...step.values, state: to }, before: { state }, after: { state: to, ...step.after } };
  });
}

/**
 * Changes a promotion that has begun, with what the clock has done to it written down first.
 * @param decide what changes; it throws what is in the way
 * @throws 404; 409 with the fresh promotion when it changed since
 */
export async function changeHeld(
  { tx, audit }: WriteContext,
  asked: Asked,
  decide: (tx: Transaction, held: HeldPromotion) => Promise<Change>,
): Promise<PromotionSingle> {
  const held = await holdPromotion(tx, asked);
  const { values, before, after } = await decide(tx, held);
  const { rows } = await writeByClock(tx, held.promotion, held.now);
  await saveVersion(tx, promotions, asked.promotionId, { ...values, updatedAt: sql`now()` });
  const [first, ...others] = rows;
  if (first) await appendAudit(tx, first, ...others);
  audit({ record: promotionRecord(held.promotion), before, after });
  return promotionSingle(tx, asked.promotionId);
}
