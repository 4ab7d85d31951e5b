import { expect, it } from "vitest";
import { bornBy, eachDay, isAdult } from "./time";

it.each([
  [18, "2026-11-22", "2008-11-22"],
  // 29 February: in the year of birth there is none, or there is one.
  [18, "2028-02-29", "2010-02-28"],
  [20, "2028-02-29", "2008-02-29"],
  [0, "2028-02-29", "2028-02-29"],
])("who is %i on %s was born by %s", (age, day, born) => expect(bornBy(age, day)).toBe(born));

it.each([
  ["2008-02-29", "2026-02-28T12:00:00Z", false],
  ["2008-02-29", "2026-03-01T12:00:00Z", true],
  ["2010-02-28", "2028-02-29T12:00:00Z", true],
  ["2010-03-01", "2028-02-29T12:00:00Z", false],
  // Already the next day in Lagos.
  ["2010-03-01", "2028-02-29T23:00:00Z", true],
])("born on %s, at %s: an adult is %s", (born, at, adult) => expect(isAdult(born, new Date(at))).toBe(adult));

it("each day is counted from one to another, also up to the last that there is", () => {
  expect(eachDay("2026-02-27", "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(eachDay("9999-12-31", "9999-12-31")).toEqual(["9999-12-31"]);
  expect(eachDay("2026-03-01", "2026-02-27")).toEqual([]);
});
