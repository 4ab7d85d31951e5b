import { expect, test } from "vitest";
import { dayPresets } from "./day-presets";

/** Half past midnight of the first of March in Lagos; in UTC it is still February. */
const NOW = Date.parse("2028-02-29T23:30:00Z");
const spans = (ahead?: boolean) =>
  Object.fromEntries(dayPresets(NOW, ahead).map(({ label, from, to }) => [label, `${from} ${to}`]));

test("days are those of Lagos, both included, and a month that runs ends today", () => {
  expect(spans()).toEqual({
    Today: "2028-03-01 2028-03-01",
    "Last 7 days": "2028-02-24 2028-03-01",
    "Last 30 days": "2028-02-01 2028-03-01",
    "This month": "2028-03-01 2028-03-01",
    "Last month": "2028-02-01 2028-02-29",
  });
});

test("of what is to come the month is whole, and there are the next days", () => {
  expect(spans(true)).toMatchObject({
    "Next 7 days": "2028-03-01 2028-03-07",
    "This month": "2028-03-01 2028-03-31",
  });
});

test("the month before January is December", () => {
  const january = dayPresets(Date.parse("2027-01-15T12:00:00Z"));
  expect(january.at(-1)).toEqual({ label: "Last month", from: "2026-12-01", to: "2026-12-31" });
});
