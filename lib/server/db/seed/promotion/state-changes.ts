import "server-only";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { DAY_MS, HOUR_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { promotionRecordRef } from "@/lib/server/promotion/record";
import type { PastPromotion } from "./model";

const POOL_EMPTY_REASON = "The promotions pool can't cover what it would give.";

/** Returns true if the promotion was active at that time. */
export function wasPromotionActive({ row, story }: PastPromotion, at: Date): boolean {
  if (row.state !== "active" || !row.startsAt || at < row.startsAt || (row.endsAt && at >= row.endsAt)) return false;
  const earlyStop = story.paused ?? story.ended;
  return !earlyStop || at < stopTimeOf(row.startsAt, story.from ?? 0, earlyStop.ago);
}

/** Returns when an admin paused or ended a promotion: `ago` days ago, 5 h later in the day than the promotion started. */
const stopTimeOf = (startsAt: Date, from: number, ago: number) =>
  new Date(startsAt.getTime() + (from - ago) * DAY_MS + 5 * HOUR_MS);

/**
 * Pauses a promotion that found the pool empty, or ends a promotion whose budget or uses are exhausted. Called while payments are
 * processed in order of time.
 */
export function stopPromotion(promotion: PastPromotion, cause: "pool" | "budget" | "uses", at: Date): void {
  if (cause === "pool")
    moveTo(promotion, at, { action: "promotion.pause", by: null, to: "paused", after: { reason: POOL_EMPTY_REASON } });
  else moveTo(promotion, at, { action: "promotion.end", by: null, to: "ended", after: { end_cause: cause } });
  if (cause === "pool") promotion.row.pauseCause = "pool";
  else promotion.row.endCause = cause;
}

/** Pauses, ends or archives a past promotion as its story defines, and sets the counters. */
export function finishPromotion(clock: SeedClock, promotion: PastPromotion): void {
  const { row, story } = promotion;
  const { paused, ended, archived } = story;
  if (paused && row.startsAt) {
    const at = stopTimeOf(row.startsAt, story.from ?? 0, paused.ago);
    const by = demoAdminId("civic");
    moveTo(promotion, at, { action: "promotion.pause", by, to: "paused", after: { reason: paused.reason } });
    row.pauseCause = "admin";
  }
  if (ended && row.startsAt) {
    const at = stopTimeOf(row.startsAt, story.from ?? 0, ended.ago);
    const after = { end_cause: "admin", reason: ended.reason };
    moveTo(promotion, at, { action: "promotion.end", by: demoAdminId("civic"), to: "ended", after });
    row.endCause = "admin";
  }
  if (row.state === "active" && row.endsAt && row.endsAt <= clock.ago(0)) {
    moveTo(promotion, row.endsAt, { action: "promotion.end", by: null, to: "ended", after: { end_cause: "clock" } });
    row.endCause = "clock";
  }
  if (archived) {
    const at = clock.ago(archived.ago * DAY_MS - 10 * HOUR_MS);
    moveTo(promotion, at, { action: "promotion.archive", by: demoAdminId("civic"), to: "archived", after: {} });
  }
  for (const { state, amount, returned } of promotion.redemptions) {
    if (state === "reserved") {
      row.reserved += amount;
      row.reservedUses += 1;
    }
    if (state === "redeemed") {
      row.spent += amount - returned;
      row.uses += 1;
    }
  }
}

type Step = { action: string; by: string | null; to: PastPromotion["row"]["state"]; after: Record<string, unknown> };

function moveTo({ row, actions }: PastPromotion, at: Date, { action, by, to, after }: Step): void {
  const [before, record] = [{ state: row.state }, promotionRecordRef(row)];
  actions.push({ at, adminId: by, action, record, before, after: { state: to, ...after } });
  row.state = to;
  row.updatedAt = at;
  row.version += 1;
}
