import { expect, it } from "vitest";
import { describePromotionPace } from "./promotion-figures";
import { describePromotionAction } from "./promotion-words";

const changesTo = (changes: Record<string, string>) => ({
  changes: Object.entries(changes).map(([field, after]) => ({ field, before: null, after })),
});

it.each([
  ["transaction.webhook", { state: "ended", end_cause: "budget" }, "Ended: budget spent"],
  ["event.payOrder", { state: "ended", end_cause: "uses" }, "Ended: all uses taken"],
  ["transaction.beginFromApp", { state: "active" }, "Started"],
  ["transaction.beginFromApp", { state: "paused" }, "Paused"],
  ["promotion.end", { state: "ended", end_cause: "clock" }, "Ended: end date passed"],
  ["promotion.end", { state: "ended", end_cause: "admin" }, "Ended"],
  // Actions of admins keep their own description.
  ["promotion.publish", { state: "active" }, "Its own words"],
  ["promotion.resume", { state: "active" }, "Its own words"],
  ["event.payOrder", {}, "Its own words"],
])("describes the effect of %s with %j on a promotion's state", (action, changes, expected) => {
  expect(describePromotionAction({ action, words: "Its own words", ...changesTo(changes) })).toBe(expected);
});

const activePromotion = { state: "active", ends_at: null } as const;
const SOON_TIME = "2026-12-01T11:00:00.000Z";
const LATER_TIME = "2026-12-09T11:00:00.000Z";

it("describes whether an active promotion reaches its end date or the end of its budget first; undefined for other states", () => {
  expect(describePromotionPace({ pace: 5, ends_at_this_pace: LATER_TIME }, activePromotion)).toBe(
    "Budget used up on 9 Dec 2026 at this pace",
  );
  expect(describePromotionPace({ pace: 5, ends_at_this_pace: null }, activePromotion)).toBe(
    "The budget lasts over a year at this pace",
  );
  const ends = "Ends on 1 Dec 2026, before the budget is used up at this pace";
  expect(
    describePromotionPace({ pace: 5, ends_at_this_pace: LATER_TIME }, { ...activePromotion, ends_at: SOON_TIME }),
  ).toBe(ends);
  expect(describePromotionPace({ pace: 5, ends_at_this_pace: null }, { ...activePromotion, ends_at: SOON_TIME })).toBe(
    ends,
  );
  expect(
    describePromotionPace({ pace: 5, ends_at_this_pace: SOON_TIME }, { ...activePromotion, ends_at: LATER_TIME }),
  ).toMatch(/used up on 1 Dec/);
  for (const state of ["paused", "ended", "archived", "draft"] as const)
    expect(describePromotionPace({ pace: 5, ends_at_this_pace: null }, { ...activePromotion, state })).toBeUndefined();
});
