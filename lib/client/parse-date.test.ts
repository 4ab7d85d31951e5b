import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDaysInText, formatTypedDate, instantToLagosTime, lagosTimeToInstant, parseDate } from "./parse-date";

const NOW_MS = Date.parse("2026-11-28T10:00:00Z");
const parseAtTestTime = (text: string, options = {}) => parseDate(text, { now: NOW_MS, ...options });

describe("a day", () => {
  it.each([
    "27/11/2026",
    "27-11-2026",
    "27.11.2026",
    "27 11 2026",
    "27 / 11 / 2026",
    "27/11/26",
    "27-11-26",
    "27112026",
    "271126",
    "20261127",
    "2026-11-27",
    "2026/11/27",
    "2026.11.27",
    "27 Nov 2026",
    "27 nov. 2026",
    "27-Nov-2026",
    "27NOV2026",
    "27 November 2026",
    "27th November, 2026",
    "27th of November 2026",
    "Nov 27, 2026",
    "November 27th, 2026",
    "Friday, 27 November 2026",
    "Fri 27/11/2026",
    "  27/11/2026 ",
    "27\u00a0Nov\u00a02026",
    "27\u201111\u20112026",
    "\u200b27/11/2026\u200f",
    "“27/11/2026”",
    "(27/11/2026).",
    "27/11/2026,",
    "２７/１１/２０２６",
    "27/11/2026 14:30",
    "27 Nov 2026, 14:30:09",
    "2026-11-27T14:30",
    "2026-11-27T13:30:00.000Z",
  ])("parses %s as 27 November 2026", (text) => {
    expect(parseAtTestTime(text)).toEqual({ value: "2026-11-27" });
  });

  it.each([
    ["1/2/2026", "2026-02-01"],
    ["11/12/2026", "2026-12-11"],
    ["29/02/2028", "2028-02-29"],
    ["29022000", "2000-02-29"],
    ["01/01/1900", "1900-01-01"],
    ["31/12/2199", "2199-12-31"],
    ["1 Sept 2026", "2026-09-01"],
    ["31/12/2026", "2026-12-31"],
    ["26-11-27", "2027-11-26"],
    ["20121102", "2012-11-02"],
    ["20112026", "2026-11-20"],
    ["19101985", "1985-10-19"],
    ["2026-12-31T23:30:00Z", "2027-01-01"],
    ["2026-11-28T00:30:00+0200", "2026-11-27"],
  ])("parses the typed day %s as %s", (text, value) => {
    expect(parseAtTestTime(text)).toEqual({ value });
  });

  it.each([
    ["31/02/2026", "31/02/2026 is not a date. Write day/month/year, such as 27/11/2026."],
    ["29/02/2026", "29/02/2026 is not a date. Write day/month/year, such as 27/11/2026."],
    ["29/02/1900", "29/02/1900 is not a date. Write day/month/year, such as 27/11/2026."],
    ["31/04/2026", "31/04/2026 is not a date. Write day/month/year, such as 27/11/2026."],
    ["00/01/2026", "00/01/2026 is not a date. Write day/month/year, such as 27/11/2026."],
    ["2026-13-01", "2026-13-01 is not a date. Write day/month/year, such as 27/11/2026."],
    ["32/13/2026", "32/13/2026 is not a date. Write day/month/year, such as 27/11/2026."],
    ["99999999", "Check the year 9999. Write it in full, such as 27/11/2026."],
    ["27/11/202", "27/11/202 is not a date. Write day/month/year, such as 27/11/2026."],
    ["27/11/20266", "27/11/20266 is not a date. Write day/month/year, such as 27/11/2026."],
    ["soon", "“soon” is not a date. Write day/month/year, such as 27/11/2026."],
    ["27 Foo 2026", "“27 Foo 2026” is not a date. Write day/month/year, such as 27/11/2026."],
    ["31 Feb 2026", "“31 Feb 2026” is not a date. Write day/month/year, such as 27/11/2026."],
    ["46353", "46353 is not a date. Write day/month/year, such as 27/11/2026."],
    ["27/11", "Add the year, such as 27/11/2026."],
    ["27 Nov", "Add the year, such as 27/11/2026."],
    ["27/11/0206", "Check the year 0206. Write it in full, such as 27/11/2026."],
    ["11/27/2026", "The day comes first. Write 27/11/2026 if you mean 27 November 2026."],
    ["02/29/2028", "The day comes first. Write 29/02/2028 if you mean 29 February 2028."],
    ["11272026", "The day comes first. Write 27/11/2026 if you mean 27 November 2026."],
    ["02/29/2026", "02/29/2026 is not a date. Write day/month/year, such as 27/11/2026."],
    ["27/11/2026 25:10", "25:10 is not a time. Write hours and minutes, such as 14:30."],
  ])("rejects the typed day %s", (text, problem) => {
    expect(parseAtTestTime(text)).toEqual({ problem });
  });

  it("returns neither a date nor a problem for empty text", () => {
    expect(parseAtTestTime("")).toEqual({});
    expect(parseAtTestTime(" \u200b ")).toEqual({});
  });

  it("shortens a long typed text in the error message", () => {
    expect(parseAtTestTime("x".repeat(3_000)).problem).toBe(
      `“${"x".repeat(40)}…” is not a date. Write day/month/year, such as 27/11/2026.`,
    );
  });

  it("interprets a two-digit year within the field's limits, otherwise as at most 20 years ahead", () => {
    expect(parseAtTestTime("01/02/46").value).toBe("2046-02-01");
    expect(parseAtTestTime("01/02/47").value).toBe("1947-02-01");
    expect(parseAtTestTime("01/02/30", { max: "2026-11-28" }).value).toBe("1930-02-01");
    expect(parseAtTestTime("01/02/60", { min: "2026-11-28" }).value).toBe("2060-02-01");
  });

  it("returns a day outside the field's limits with a message about the allowed days", () => {
    expect(parseAtTestTime("27/11/2026", { min: "2026-11-28" })).toEqual({
      value: "2026-11-27",
      problem: "Choose a date from 28/11/2026 on.",
    });
    expect(parseAtTestTime("29/11/2026", { max: "2026-11-28" }).problem).toBe("Choose a date up to 28/11/2026.");
    expect(parseAtTestTime("29/11/2026", { min: "2026-11-01", max: "2026-11-28" }).problem).toBe(
      "Choose a date from 01/11/2026 to 28/11/2026.",
    );
    expect(parseAtTestTime("28/11/2026", { min: "2026-11-28", max: "2026-11-28" })).toEqual({ value: "2026-11-28" });
  });
});

describe("a day with a time", () => {
  it.each([
    "27/11/2026 14:30",
    "27/11/2026, 14:30",
    "27/11/202614:30",
    "27-11-20261430",
    "27/11/2026 at 14:30",
    "27/11/2026 2:30pm",
    "27/11/2026 2:30 PM",
    "27/11/2026 2.30 p.m.",
    "27/11/2026 02:30pm",
    "27/11/2026 14.30",
    "27.11.2026 14.30",
    "27/11/2026 14h30",
    "27/11/2026 1430",
    "271120261430",
    "27112026 1430",
    "27 Nov 2026, 14:30",
    "27 Nov 2026, 14:30:59",
    "27 11 2026 14:30",
    "2026-11-27T14:30",
    "2026-11-27 14:30",
    "2026-11-27T13:30:00.000Z",
    "2026-11-27T14:30:00+01:00",
    "14:30 27/11/2026",
    "2:30pm on 27 November 2026",
    "27/11/2026 14:30.",
  ])("parses %s as 27 November 2026, 14:30", (text) => {
    expect(parseAtTestTime(text, { withTime: true })).toEqual({ value: "2026-11-27T14:30" });
  });

  it.each([
    ["27/11/2026 12am", "T00:00"],
    ["27/11/2026 12pm", "T12:00"],
    ["27/11/2026 2pm", "T14:00"],
    ["27/11/2026 9:05", "T09:05"],
    ["27/11/2026 00:00", "T00:00"],
    ["27/11/2026 23:59", "T23:59"],
  ])("parses the typed time of %s", (text, time) => {
    expect(parseAtTestTime(text, { withTime: true })).toEqual({ value: `2026-11-27${time}` });
  });

  it.each([
    ["27/11/2026", "Add the time, such as 27/11/2026 14:30."],
    ["27/11 14:30", "Add the year, such as 27/11/2026."],
    ["27/11/2026 24:00", "24:00 is not a time. Write hours and minutes, such as 14:30."],
    ["27/11/2026 14:60", "14:60 is not a time. Write hours and minutes, such as 14:30."],
    ["27/11/2026 13am", "“13am” is not a time. Write hours and minutes, such as 14:30."],
    ["11/27/2026 14:30", "The day comes first. Write 27/11/2026 if you mean 27 November 2026."],
    [
      "31/02/2026 14:30",
      "31/02/2026 14:30 is not a date. Write day/month/year and the time, such as 27/11/2026 14:30.",
    ],
    ["14:30", "14:30 is not a date. Write day/month/year and the time, such as 27/11/2026 14:30."],
  ])("rejects the typed day with time %s", (text, problem) => {
    expect(parseAtTestTime(text, { withTime: true })).toEqual({ problem });
  });

  it("ignores the time when comparing a date with the field's limits", () => {
    const options = { withTime: true, min: "2026-11-27", max: "2026-11-27" };
    expect(parseAtTestTime("27/11/2026 23:59", options)).toEqual({ value: "2026-11-27T23:59" });
    expect(parseAtTestTime("28/11/2026 00:00", options).problem).toBe("Choose a date from 27/11/2026 to 27/11/2026.");
  });
});

it("parses every day and time in the format in which it is displayed", () => {
  const dateRange = {
    min: new Date("1900-01-01T00:00:00Z"),
    max: new Date("2199-12-31T22:59:00Z"),
    noInvalidDate: true,
  };
  fc.assert(
    fc.property(fc.date(dateRange), (at) => {
      const lagosText = instantToLagosTime(at.getTime());
      expect(parseAtTestTime(formatTypedDate(lagosText), { withTime: true })).toEqual({ value: lagosText });
      expect(parseAtTestTime(formatTypedDate(lagosText.slice(0, 10)))).toEqual({ value: lagosText.slice(0, 10) });
      expect(instantToLagosTime(lagosTimeToInstant(lagosText) ?? "")).toBe(lagosText);
    }),
  );
});

it("never throws for a typed date, and never returns a day that does not exist", () => {
  const dateLikeText = fc.stringMatching(/^[0-9/. :\-TZaprmNovJ,]{0,20}$/);
  fc.assert(
    fc.property(fc.oneof(dateLikeText, fc.string()), fc.boolean(), (text, withTime) => {
      const { value, problem } = parseAtTestTime(text, { withTime });
      if (value === undefined) return;
      expect(problem).toBeUndefined();
      const instant = new Date(`${value}${withTime ? ":00" : "T00:00:00"}Z`);
      expect(instant.toISOString().slice(0, value.length)).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

it("formats ISO days within a sentence as dd/mm/yyyy", () => {
  expect(formatDaysInText("Use a date such as 2026-11-21.")).toBe("Use a date such as 21/11/2026.");
  expect(formatTypedDate("next week")).toBe("next week");
});
