import { expect, it } from "vitest";
import { paceWords } from "./promotion-figures";
import { historyWords } from "./promotion-words";

const became = (changes: Record<string, string>) => ({
  changes: Object.entries(changes).map(([field, after]) => ({ field, before: null, after })),
});

it.each([
  ["transaction.webhook", { state: "ended", end_cause: "budget" }, "Ended: budget spent"],
  ["event.payOrder", { state: "ended", end_cause: "uses" }, "Ended: all uses taken"],
  ["transaction.beginFromApp", { state: "active" }, "Started"],
  ["transaction.beginFromApp", { state: "paused" }, "Paused"],
  ["promotion.end", { state: "ended", end_cause: "clock" }, "Ended: end date passed"],
  ["promotion.end", { state: "ended", end_cause: "admin" }, "Ended"],
  // Actions of an admin keep their own words.
  ["promotion.publish", { state: "active" }, "Its own words"],
  ["promotion.resume", { state: "active" }, "Its own words"],
  ["event.payOrder", {}, "Its own words"],
])("describes the effect of %s with %j on the promotion", (action, changes, words) => {
  expect(historyWords({ action, words: "Its own words", ...became(changes) })).toBe(words);
});

const runs = { state: "active", ends_at: null } as const;
const soon = "2026-12-01T11:00:00.000Z";
const later = "2026-12-09T11:00:00.000Z";

it("describes whether end date or budget is reached first; undefined unless the promotion is active", () => {
  expect(paceWords({ pace: 5, ends_at_this_pace: later }, runs)).toBe("Budget used up on 9 Dec 2026 at this pace");
  expect(paceWords({ pace: 5, ends_at_this_pace: null }, runs)).toBe("The budget lasts over a year at this pace");
  const ends = "Ends on 1 Dec 2026, before the budget is used up at this pace";
  expect(paceWords({ pace: 5, ends_at_this_pace: later }, { ...runs, ends_at: soon })).toBe(ends);
  expect(paceWords({ pace: 5, ends_at_this_pace: null }, { ...runs, ends_at: soon })).toBe(ends);
  expect(paceWords({ pace: 5, ends_at_this_pace: soon }, { ...runs, ends_at: later })).toMatch(/used up on 1 Dec/);
  for (const state of ["paused", "ended", "archived", "draft"] as const)
    expect(paceWords({ pace: 5, ends_at_this_pace: null }, { ...runs, state })).toBeUndefined();
});
