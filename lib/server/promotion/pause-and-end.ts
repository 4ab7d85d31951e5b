import "server-only";
import { sql } from "drizzle-orm";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { PROMOTION_TRANSITIONS, type PromotionState } from "@/lib/contract/promotion.values";
import type { WriteContext } from "@/lib/server/api/context";
import { appendAudit } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import type { AuditValues } from "@/lib/server/db/schema/system-logs";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type LockedPromotion, lockPromotionVersion, type PromotionVersion, promotionConflict } from "./lock-promotion";
import { type PromotionRecord, promotionRecordRef } from "./record";
import { readPromotionDetails } from "./single";
import { storeDueStartAndEnd } from "./store-due-states";

type VersionAndReason = PromotionVersion & { reason: string };
type LockedChange = { values: Partial<PromotionRecord>; before: AuditValues; after: AuditValues };

/** Pauses a promotion, which then can't be used until an admin resumes it. Pending payments keep their benefit. */
export const pausePromotion = (context: WriteContext, { reason, ...ref }: VersionAndReason) =>
  changeStateTo(context, ref, "paused", {
    advice: "Only an active promotion can be paused.",
    values: { pauseCause: "admin" },
    after: { reason: reason.trim() },
  });

/** Resumes a promotion. @throws as `changeStateTo`; 409 if it was paused because the pool was empty, and the pool is still empty */
export const resumePromotion = (context: WriteContext, ref: PromotionVersion) =>
  changeStateTo(context, ref, "active", {
    advice: "Only a paused promotion can be resumed.",
    values: { pauseCause: null },
    refusal: async (tx, { promotion }) =>
      promotion.pauseCause === "pool" && (await availableInPool(tx, "promotions_pool")) <= 0
        ? "The promotions pool has no free money, so this promotion would pause again. Fund the pool in System Wallet first."
        : null,
  });

/** Ends a promotion permanently. Pending payments keep their benefit. */
export const endPromotion = (context: WriteContext, { reason, ...ref }: VersionAndReason) =>
  changeStateTo(context, ref, "ended", {
    advice: "Only an active or paused promotion can be ended; delete one that has not begun.",
    values: { endCause: "admin", pauseCause: null },
    after: { end_cause: "admin", reason: reason.trim() },
  });

/** Archives an ended promotion, which lists then omit by default. */
export const archivePromotion = (context: WriteContext, ref: PromotionVersion) =>
  changeStateTo(context, ref, "archived", { advice: "Only a promotion that has ended can be archived." });

type StateChange = {
  /** Instruction appended to the message if the state does not allow the change. */
  advice: string;
  values?: Partial<PromotionRecord>;
  after?: AuditValues;
  /** Returns why the change is refused although the state allows it, or null. */
  refusal?: (tx: Transaction, locked: LockedPromotion) => Promise<string | null>;
};

/** Changes a promotion's state. @throws 404; 409 with the current promotion if it has changed or its state does not allow this */
function changeStateTo(
  context: WriteContext,
  ref: PromotionVersion,
  to: PromotionState,
  step: StateChange,
): Promise<PromotionDetails> {
  return changeStartedPromotion(context, ref, async (tx, locked) => {
    const { promotion, state } = locked;
    // Excludes the transition from scheduled to active, which happens at the start time, not by an admin.
    const isAllowed = state !== "scheduled" && PROMOTION_TRANSITIONS[state].includes(to);
    const refusal =
      isAllowed && state !== "draft"
        ? await step.refusal?.(tx, locked)
        : `This promotion is ${state === "draft" ? "a draft" : state}. ${step.advice}`;
    if (refusal) throw await promotionConflict(tx, promotion.id, refusal);
    return { values: { ...step.values, state: to }, before: { state }, after: { state: to, ...step.after } };
  });
}

/**
 * Changes a promotion that has started, after storing a start or end that is due by time.
 * @param decide returns the changes, or throws a refusal
 * @throws 404; 409 with the current promotion if it has changed
 */
export async function changeStartedPromotion(
  { tx, audit }: WriteContext,
  ref: PromotionVersion,
  decide: (tx: Transaction, locked: LockedPromotion) => Promise<LockedChange>,
): Promise<PromotionDetails> {
  const locked = await lockPromotionVersion(tx, ref);
  const { values, before, after } = await decide(tx, locked);
  const { rows } = await storeDueStartAndEnd(tx, locked.promotion, locked.now);
  await updateVersionedRecord(tx, promotions, ref.promotionId, { ...values, updatedAt: sql`now()` });
  const [first, ...others] = rows;
  if (first) await appendAudit(tx, first, ...others);
  audit({ record: promotionRecordRef(locked.promotion), before, after });
  return readPromotionDetails(tx, ref.promotionId);
}
