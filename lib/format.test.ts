import { describe, expect, test } from "vitest";
import {
  formatAgo,
  formatCompact,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDue,
  formatExpiry,
  formatIfDate,
  formatList,
  formatMinutes,
  formatMoney,
  formatMoneyCompact,
  formatTimeLeft,
  formatTotal,
  lagosDay,
  pluralize,
  titleCase,
} from "./format";

describe("money", () => {
  test.each([
    [123_456_789, "₦1,234,567.89"],
    [0, "₦0.00"],
    [5, "₦0.05"],
    [-5_000_000, "-₦50,000.00"],
    [-1, "-₦0.01"],
    [99_999.6, "₦1,000.00"],
    [Number.MAX_SAFE_INTEGER, "₦90,071,992,547,409.91"],
    [123_456_789_012_345_678_901n, "₦1,234,567,890,123,456,789.01"],
  ])("formats %s kobo in full", (kobo, text) => expect(formatMoney(kobo)).toBe(text));

  test("formats an amount with another currency symbol", () => expect(formatMoney(250, "$")).toBe("$2.50"));

  test.each([
    [120_000_000, "₦1.2M"],
    [99_999, "₦999.99"],
    [100_000, "₦1.0K"],
    [-250_000_000_000, "-₦2.5B"],
    [99_999_999_999, "₦1.0B"],
    [0, "₦0.00"],
  ])("formats %s kobo in compact form", (kobo, text) => expect(formatMoneyCompact(kobo)).toBe(text));
});

describe("numbers", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [999.6, "1.0K"],
    [1_000, "1.0K"],
    [1_250, "1.3K"],
    [999_949, "999.9K"],
    [999_950, "1.0M"],
    [1_200_000, "1.2M"],
    [3.4e9, "3.4B"],
    [5.6e12, "5.6T"],
    [7.8e15, "7.8Q"],
    [1.234e19, "12,340.0Q"],
    [-1_500, "-1.5K"],
  ])("formats %s in compact form", (value, text) => expect(formatCompact(value)).toBe(text));

  test("formats counts with commas, and a plus if the count is capped", () => {
    expect(formatCount(1_234_567)).toBe("1,234,567");
    expect(formatTotal(300, false)).toBe("300");
    expect(formatTotal(10_000, true)).toBe("10,000+");
  });
});

describe("days and times are in Lagos time, in any time zone of the browser", () => {
  test("formats 23:30 UTC as the next day in Lagos", () => {
    expect(formatDateTime("2026-11-20T23:30:00Z")).toBe("21 Nov 2026, 00:30");
    expect(formatDate("2026-12-31T23:00:00Z")).toBe("1 Jan 2027");
    expect(lagosDay(Date.parse("2026-11-20T23:30:00Z"))).toBe("2026-11-21");
  });
  test("formatDay does not shift a day to another time zone", () => expect(formatDay("2026-09-01")).toBe("1 Sep 2026"));
});

describe("durations", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  test.each([
    ["2026-11-21T15:20:00Z", "due in 3 h"],
    ["2026-11-21T12:45:00Z", "due in 45 min"],
    ["2026-11-21T12:00:20Z", "due in 1 min"],
    ["2026-11-21T10:00:00Z", "2 h late"],
    ["2026-11-25T12:00:00Z", "due in 4 d"],
  ])("formatDue formats the deadline %s", (due, text) => expect(formatDue(due, now)).toBe(text));
  test.each([
    ["2026-11-21T12:30:00Z", "Expires in 30 minutes"],
    ["2026-11-21T13:00:00Z", "Expires in 1 hour"],
    ["2026-11-28T11:00:00Z", "Expires in 6 days"],
    ["2026-11-21T11:59:00Z", "Expired"],
  ])("formatExpiry formats the expiry time %s", (at, text) => expect(formatExpiry(at, now)).toBe(text));
  test("formatTimeLeft shows how much time was left when a deadline was paused", () => {
    expect(formatTimeLeft("2026-11-21T15:20:00Z", "2026-11-21T12:00:00Z")).toBe("3 h left");
    expect(formatTimeLeft("2026-11-21T10:00:00Z", "2026-11-21T12:00:00Z")).toBe("2 h late");
  });
  test.each([
    [45, "45 min"],
    [180, "3 h"],
    [200, "3 h 20 min"],
    [2_880, "2 d"],
    [3_120, "2 d 4 h"],
  ])("formats %i minutes", (minutes, text) => expect(formatMinutes(minutes)).toBe(text));
  test("formatTime includes seconds if requested", () =>
    expect(formatDateTime("2026-11-21T12:00:09Z", true)).toBe("21 Nov 2026, 13:00:09"));
  test("formats past times relative to now", () => {
    expect(formatAgo("2026-11-21T11:59:40Z", now)).toBe("just now");
    expect(formatAgo("2026-11-21T11:55:00Z", now)).toBe("5 min ago");
  });
});

test("pluralize uses the singular of a noun only for a count of 1", () => {
  expect(pluralize(1, "ticket")).toBe("1 ticket");
  expect(pluralize(0, "ticket")).toBe("0 tickets");
  expect(pluralize(1_200, "person", "people")).toBe("1,200 people");
  expect(pluralize(10_000, "user", "users", true)).toBe("10,000+ users");
});

test("joins a list with commas and a conjunction before the last part", () => {
  expect(formatList([])).toBe("");
  expect(formatList(["Abi"])).toBe("Abi");
  expect(formatList(["Abi", "Ogoja"])).toBe("Abi and Ogoja");
  expect(formatList(["Abi", "Ikom", "Ogoja"], "or")).toBe("Abi, Ikom or Ogoja");
});

test.each([
  ["in_review", "In review"],
  ["nin", "NIN"],
  ["bvn", "BVN"],
  ["voters_card", "Voter's card"],
  ["drivers_licence", "Driver's licence"],
  ["under_18", "Under 18"],
])("titleCase converts the value %s to words", (word, text) => expect(titleCase(word)).toBe(text));

test.each([
  ["2099-05-01T23:00:00.000Z", "2 May 2099, 00:00"],
  ["2026-11-21T14:05:00Z", "21 Nov 2026, 15:05"],
  ["2026-11-21", "21 Nov 2026"],
  ["2026-11-41", "2026-11-41"],
  ["Until 2026-11-21T14:05:00Z", "Until 2026-11-21T14:05:00Z"],
])("shows %s in Lagos time", (text, expected) => expect(formatIfDate(text)).toBe(expected));
