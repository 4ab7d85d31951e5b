import "server-only";
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PromotionState } from "@/lib/contract/promotion.values";
import { promotions } from "@/lib/server/db/schema/promotion";

type Stored = Pick<typeof promotions.$inferSelect, "state" | "startsAt" | "endsAt">;

/** States that can end by the clock. */
const ENDED_BY_CLOCK = ["scheduled", "active", "paused"] as const;

/**
 * Returns the current state: scheduled promotions are active from their start, and running ones ended from their end, even before
 * the timed task has stored it (./store-all-due-states.ts).
 * @param now ms since 1970
 */
export function promotionStateOf({ state, startsAt, endsAt }: Stored, now: number): PromotionState {
  if (!ENDED_BY_CLOCK.some((each) => each === state)) return state;
  if (endsAt && endsAt.getTime() <= now) return "ended";
  return state === "scheduled" && startsAt && startsAt.getTime() <= now ? "active" : state;
}

/** SQL condition of `promotionStateOf`: the promotion is in one of these states now. */
export function promotionStateIs(states: readonly PromotionState[]): SQL | undefined {
  const now = sql`now()`;
  const running = or(isNull(promotions.endsAt), gt(promotions.endsAt, now));
  const started = and(eq(promotions.state, "scheduled"), lte(promotions.startsAt, now));
  const of: Record<PromotionState, SQL | undefined> = {
    draft: eq(promotions.state, "draft"),
    scheduled: and(eq(promotions.state, "scheduled"), gt(promotions.startsAt, now), running),
    active: and(or(eq(promotions.state, "active"), started), running),
    paused: and(eq(promotions.state, "paused"), running),
    ended: or(
      eq(promotions.state, "ended"),
      and(inArray(promotions.state, [...ENDED_BY_CLOCK]), lte(promotions.endsAt, now)),
    ),
    archived: eq(promotions.state, "archived"),
  };
  return or(...states.map((state) => of[state]));
}
