import { expect, it } from "vitest";
import { isAdult, latestBirthDate, listLagosDays } from "./time";

it.each([
  [18, "2026-11-22", "2008-11-22"],
  // On 29 February: the birth year has no such day; the birth year has one; the person is born on the same day.
  [18, "2028-02-29", "2010-02-28"],
  [20, "2028-02-29", "2008-02-29"],
  [0, "2028-02-29", "2028-02-29"],
])("a person aged %i on %s was born on %s at the latest", (age, day, born) =>
  expect(latestBirthDate(age, day)).toBe(born),
);

it.each([
  ["2008-02-29", "2026-02-28T12:00:00Z", false],
  ["2008-02-29", "2026-03-01T12:00:00Z", true],
  ["2010-02-28", "2028-02-29T12:00:00Z", true],
  ["2010-03-01", "2028-02-29T12:00:00Z", false],
  // At 23:00 UTC, 1 March has already begun in Lagos.
  ["2010-03-01", "2028-02-29T23:00:00Z", true],
])("a person born on %s is an adult at %s: %s", (born, at, adult) => expect(isAdult(born, new Date(at))).toBe(adult));

it("listLagosDays lists each day from the first to the last, up to the year 9999", () => {
  expect(listLagosDays("2026-02-27", "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(listLagosDays("9999-12-31", "9999-12-31")).toEqual(["9999-12-31"]);
  expect(listLagosDays("2026-03-01", "2026-02-27")).toEqual([]);
});
