import "server-only";
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PromotionState } from "@/lib/contract/promotion.values";
import { promotions } from "@/lib/server/db/schema/promotion";

type StoredState = Pick<typeof promotions.$inferSelect, "state" | "startsAt" | "endsAt">;

/** States that a promotion leaves automatically at its start or end time. */
const STATES_THAT_EXPIRE = ["scheduled", "active", "paused"] as const;

/**
 * Returns the current state: scheduled promotions are active from their start, and running promotions are ended from their end, even before
 * the scheduled task has stored this change (./store-all-due-states.ts).
 * @param now ms since 1970
 */
export function promotionStateOf({ state, startsAt, endsAt }: StoredState, now: number): PromotionState {
  if (!STATES_THAT_EXPIRE.some((each) => each === state)) return state;
  if (endsAt && endsAt.getTime() <= now) return "ended";
  return state === "scheduled" && startsAt && startsAt.getTime() <= now ? "active" : state;
}

/** Returns the SQL condition that matches `promotionStateOf`: the promotion is in one of these states now. */
export function promotionStateIs(states: readonly PromotionState[]): SQL | undefined {
  const now = sql`now()`;
  const notExpired = or(isNull(promotions.endsAt), gt(promotions.endsAt, now));
  const isStarted = and(eq(promotions.state, "scheduled"), lte(promotions.startsAt, now));
  const conditions: Record<PromotionState, SQL | undefined> = {
    draft: eq(promotions.state, "draft"),
    scheduled: and(eq(promotions.state, "scheduled"), gt(promotions.startsAt, now), notExpired),
    active: and(or(eq(promotions.state, "active"), isStarted), notExpired),
    paused: and(eq(promotions.state, "paused"), notExpired),
    ended: or(
      eq(promotions.state, "ended"),
      and(inArray(promotions.state, [...STATES_THAT_EXPIRE]), lte(promotions.endsAt, now)),
    ),
    archived: eq(promotions.state, "archived"),
  };
  return or(...states.map((state) => conditions[state]));
}
