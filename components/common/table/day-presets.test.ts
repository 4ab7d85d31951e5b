import { expect, test } from "vitest";
import { dateRangePresets } from "./day-presets";

/** 00:30 on 1 March in Lagos, which is still February in UTC. */
const NOW = Date.parse("2028-02-29T23:30:00Z");
const presetRanges = (isFuture?: boolean) =>
  Object.fromEntries(dateRangePresets(NOW, isFuture).map(({ label, from, to }) => [label, `${from} ${to}`]));

test("returns date presets in Lagos days, inclusive, and ends the current month today", () => {
  expect(presetRanges()).toEqual({
    Today: "2028-03-01 2028-03-01",
    "Last 7 days": "2028-02-24 2028-03-01",
    "Last 30 days": "2028-02-01 2028-03-01",
    "This month": "2028-03-01 2028-03-01",
    "Last month": "2028-02-01 2028-02-29",
  });
});

test("returns presets of next days for future dates, and ends the current month on its last day", () => {
  expect(presetRanges(true)).toMatchObject({
    "Next 7 days": "2028-03-01 2028-03-07",
    "This month": "2028-03-01 2028-03-31",
  });
});

test('returns December of the previous year as the preset "Last month" in January', () => {
  const january = dateRangePresets(Date.parse("2027-01-15T12:00:00Z"));
  expect(january.at(-1)).toEqual({ label: "Last month", from: "2026-12-01", to: "2026-12-31" });
});
