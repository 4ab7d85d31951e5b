import "server-only";
import { adminId } from "@/lib/server/db/seed/admins";
import { type Clock, DAY, HOUR } from "@/lib/server/db/seed/clock";
import { promotionRecord } from "@/lib/server/promotion/record";
import type { PastPromotion } from "./model";

const POOL_EMPTY = "The promotions pool can't cover what it would give.";

/** Returns true if the promotion was active at that time. */
export function wasRunning({ row, story }: PastPromotion, at: Date): boolean {
  if (row.state !== "active" || !row.startsAt || at < row.startsAt || (row.endsAt && at >= row.endsAt)) return false;
  const earlyStop = story.paused ?? story.ended;
  return !earlyStop || at < stopAt(row.startsAt, story.from ?? 0, earlyStop.ago);
}

/** Returns the time of a stop: `ago` days ago, 5 h after the start's time of day. */
const stopAt = (startsAt: Date, from: number, ago: number) =>
  new Date(startsAt.getTime() + (from - ago) * DAY + 5 * HOUR);

/** Stops a promotion while payments are processed in order. */
export function stopPromotion(promotion: PastPromotion, cause: "pool" | "budget" | "uses", at: Date): void {
  if (cause === "pool")
    change(promotion, at, { action: "promotion.pause", by: null, to: "paused", after: { reason: POOL_EMPTY } });
  else change(promotion, at, { action: "promotion.end", by: null, to: "ended", after: { end_cause: cause } });
  if (cause === "pool") promotion.row.pauseCause = "pool";
  else promotion.row.endCause = cause;
}

/** Pauses, ends or archives a past promotion as its story tells, and sets the counters. */
export function finishPromotion(clock: Clock, promotion: PastPromotion): void {
  const { row, story } = promotion;
  const { paused, ended, archived } = story;
  if (paused && row.startsAt) {
    const at = stopAt(row.startsAt, story.from ?? 0, paused.ago);
    const by = adminId("civic");
    change(promotion, at, { action: "promotion.pause", by, to: "paused", after: { reason: paused.reason } });
    row.pauseCause = "admin";
  }
  if (ended && row.startsAt) {
    const at = stopAt(row.startsAt, story.from ?? 0, ended.ago);
    const after = { end_cause: "admin", reason: ended.reason };
    change(promotion, at, { action: "promotion.end", by: adminId("civic"), to: "ended", after });
    row.endCause = "admin";
  }
  if (row.state === "active" && row.endsAt && row.endsAt <= clock.ago(0)) {
    change(promotion, row.endsAt, { action: "promotion.end", by: null, to: "ended", after: { end_cause: "clock" } });
    row.endCause = "clock";
  }
  if (archived) {
    const at = clock.ago(archived.ago * DAY - 10 * HOUR);
    change(promotion, at, { action: "promotion.archive", by: adminId("civic"), to: "archived", after: {} });
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

type Change = { action: string; by: string | null; to: PastPromotion["row"]["state"]; after: Record<string, unknown> };

function change({ row, actions }: PastPromotion, at: Date, { action, by, to, after }: Change): void {
  const [before, record] = [{ state: row.state }, promotionRecord(row)];
  actions.push({ at, adminId: by, action, record, before, after: { state: to, ...after } });
  row.state = to;
  row.updatedAt = at;
  row.version += 1;
}
