/**
 * Parses days and times as typed or pasted, day first. Values are ISO in Lagos time: a day is `2026-11-27`, a day with a time is
 * `2026-11-27T14:30`. Displayed as `27/11/2026` and `27/11/2026 14:30`.
 */

import { cleanPastedValue } from "@/lib/contract/pasted.values";

const LAGOS_OFFSET_MS = 3_600_000;
const MIN_YEAR = 1900;
const MAX_YEAR = 2199;
/** A two-digit year is at most this many years in the future; otherwise the year belongs to the last century. */
const SHORT_YEAR_MAX_AHEAD = 20;
const MAX_ECHO_LENGTH = 40;
const MONTHS = "january february march april may june july august september october november december".split(" ");

/** Earliest and latest allowed day as ISO days, inclusive. */
export type DateLimits = { min?: string; max?: string };
type DateOptions = DateLimits & {
  withTime?: boolean;
  /** Current time in ms. Determines the century of a two-digit year. */
  now?: number;
};
/**
 * `value` is undefined if the text could not be parsed. `problem` is a message for the user. Both are set for a day
 * outside the limits; neither for an empty text.
 */
export type DateParseResult = { value?: string; problem?: string };

const twoDigits = (number: number) => String(number).padStart(2, "0");
const isoDay = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?$/;

/** Formats `2026-11-27` as `27/11/2026` and `2026-11-27T14:30` as `27/11/2026 14:30`. Other text stays unchanged. */
export function formatTypedDate(value: string): string {
  const [, year, month, day, time] = ISO_DATE.exec(value) ?? [];
  return year ? `${day}/${month}/${year}${time ? ` ${time}` : ""}` : value;
}

/** Reformats ISO days within an API message as dd/mm/yyyy. */
export const formatDaysInText = (sentence: string) => sentence.replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, "$3/$2/$1");

/** Converts Lagos time `2026-12-03T08:00` to the UTC instant; null for anything else. */
export function lagosTimeToInstant(local: string): string | null {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00+01:00`) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Converts an instant to Lagos time `2026-12-03T08:00`. */
export const instantToLagosTime = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 16);

const STORED_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Returns the value that a draft stores for a `DateBox` with a time: the instant, null if empty, or the text if it can't be parsed. */
export const parseInstantOrKeepText = (value: string): string | null =>
  value === "" ? null : (lagosTimeToInstant(value) ?? value);

/** Converts a draft value back to the text of a `DateBox`; the inverse of `parseInstantOrKeepText`. */
export const formatInstantOrKeepText = (stored: string | null | undefined): string =>
  stored && STORED_INSTANT.test(stored) ? instantToLagosTime(stored) : (stored ?? "");

/** Returns the ISO value of typed text, or an error message. */
export function parseDate(typedText: string, { withTime = false, min, max, now = Date.now() }: DateOptions = {}) {
  const text = clean(typedText);
  if (text === "") return {};
  const exampleText = withTime
    ? "day/month/year and the time, such as 27/11/2026 14:30"
    : "day/month/year, such as 27/11/2026";
  const refuse = (problem: string): DateParseResult => ({ problem });
  const { date, time } = splitDateAndTime(text, { min, max, now });
  if (date.problem === "year missing")
    return refuse(`Add the year, such as 27/11/${instantToLagosTime(now).slice(0, 4)}.`);
  if (date.problem === "month first")
    return refuse(`The day comes first. Write ${formatTypedDate(date.day)} if you mean ${date.words}.`);
  if (date.problem === "year") return refuse(`Check the year ${date.year}. Write it in full, such as 27/11/2026.`);
  if (date.problem) return refuse(`${quote(text)} is not a date. Write ${exampleText}.`);
  if (time && !time.clock) return refuse(`${quote(time.text)} is not a time. Write hours and minutes, such as 14:30.`);
  if (withTime && !time) return refuse(`Add the time, such as ${formatTypedDate(date.day)} 14:30.`);
  const value = withTime ? `${date.day}T${time?.clock}` : date.day;
  const limitMessage = limitProblem(date.day, { min, max });
  return limitMessage ? { value, problem: limitMessage } : { value };
}

function limitProblem(day: string, { min, max }: DateLimits): string | undefined {
  if ((!min || day >= min) && (!max || day <= max)) return undefined;
  if (min && max) return `Choose a date from ${formatTypedDate(min)} to ${formatTypedDate(max)}.`;
  return min ? `Choose a date from ${formatTypedDate(min)} on.` : `Choose a date up to ${formatTypedDate(max ?? "")}.`;
}

/** Matches date and time without a space between them, because numeric phone keyboards have no space. */
const UNSPACED_TIME = /^(\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?=\d{1,2}[:.h]|\d{4}$)/i;

/** Normalises characters and spaces of typed text, and separates a day and a time typed without a space. */
const clean = (typed: string) =>
  cleanPastedValue(typed.normalize("NFKC")).replace(/\s+/g, " ").replace(UNSPACED_TIME, "$1 ");

function quote(text: string) {
  const shortened = text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH)}…` : text;
  return /^[\d/.: -]+$/.test(shortened) ? shortened : `“${shortened}”`;
}

type DayReading = { day: string; problem?: undefined };
type DateFailure =
  | { problem: "not a date" | "year missing" }
  | { problem: "year"; year: string }
  | { problem: "month first"; day: string; words: string };
/** Time part of a typed date: its text, and the parsed time `14:30`, undefined if the text is no valid time. */
type TimeReading = { text: string; clock?: string };
type ParseContext = DateLimits & { now: number };

const INSTANT_PATTERN = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;
const CLOCK_PATTERN = String.raw`\d{1,2}(?:[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?)? ?[ap]\.?m\.?|\d{1,2}[:.h]\d{2}(?::\d{2}(?:\.\d+)?)?`;
const TIME_AT_END = new RegExp(`^(.*?)(?:,? ?\\bat |,? |[,T])(${CLOCK_PATTERN}|\\d{4})$`, "i");
const TIME_AT_START = new RegExp(`^(${CLOCK_PATTERN})(?: on |[, ]+)(.*)$`, "i");

/** Splits text into day and time. First parses the whole text as a day, because `27 11 2026` contains no time. */
function splitDateAndTime(text: string, context: ParseContext): { date: DayReading | DateFailure; time?: TimeReading } {
  const [, day = "", clock = "", zone = ""] = INSTANT_PATTERN.exec(text) ?? [];
  if (zone) {
    const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z";
    const instant = Date.parse(`${day}T${clock}${offset}`);
    if (!Number.isNaN(instant)) {
      const [date = "", time = ""] = instantToLagosTime(instant).split("T");
      return { date: { day: date }, time: { text: time, clock: time } };
    }
  }
  const [, digits = "", end = ""] = /^(\d{8})(\d{4})$/.exec(text) ?? [];
  if (digits) return { date: readDay(digits, context), time: readClock(end) };
  const wholeAsDay = readDay(text, context);
  if (!wholeAsDay.problem) return { date: wholeAsDay };
  const timeAtEnd = TIME_AT_END.exec(text);
  if (timeAtEnd?.[1]) {
    const date = readDay(timeAtEnd[1], context);
    if (!date.problem || !/^\d{4}$/.test(timeAtEnd[2] ?? "")) return { date, time: readClock(timeAtEnd[2] ?? "") };
  }
  const timeAtStart = TIME_AT_START.exec(text);
  if (timeAtStart?.[2]) return { date: readDay(timeAtStart[2], context), time: readClock(timeAtStart[1] ?? "") };
  return { date: wholeAsDay };
}

function readClock(text: string): TimeReading {
  const [, hour = "", minute = "0", amOrPm = ""] =
    /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::[\d.]+)? ?([ap])?\.?(?:m\.?)?$/i.exec(text) ?? [];
  const isAfternoon = amOrPm.toLowerCase() === "p";
  let hours = Number(hour);
  const isRefused =
    hours > 23 || Number(minute) > 59 || (amOrPm !== "" && hours === 0) || (/a/i.test(amOrPm) && hours > 12);
  if (hour === "" || isRefused) return { text };
  if (amOrPm && hours === 12) hours = isAfternoon ? 12 : 0;
  else if (isAfternoon && hours < 12) hours += 12;
  return { text, clock: `${twoDigits(hours)}:${twoDigits(Number(minute))}` };
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ]+/i;
const SEPARATOR = "[ ]?[-/. ,][ ]?";
const DAY_FIRST = new RegExp(`^(\\d{1,2})${SEPARATOR}(\\d{1,2})${SEPARATOR}'?(\\d{4}|\\d{2})$`);
const YEAR_FIRST = new RegExp(`^(\\d{4})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{1,2})$`);
const NAMED_DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ .,/-]*([a-z]{3,})[ .,/-]*'?(\d{4}|\d{2})$/i;
const NAMED_MONTH_FIRST = /^([a-z]{3,})[ .,/-]*(\d{1,2})(?:st|nd|rd|th)?[ .,/-]+(\d{4})$/i;
const NO_YEAR_PATTERN = /^(?:\d{1,2}[-/. ]\d{1,2}|\d{1,2}(?:st|nd|rd|th)?[ -]?[a-z]{3,}|[a-z]{3,} ?\d{1,2})$/i;

function readDay(rawText: string, context: ParseContext): DayReading | DateFailure {
  const text = rawText.trim().replace(/,$/, "").replace(WEEKDAY, "");
  const [, dayDigits, monthDigits, yearDigits] = DAY_FIRST.exec(text) ?? [];
  if (yearDigits) return checkDay(yearDigits, Number(monthDigits), Number(dayDigits), context);
  const [, isoYear, isoMonth, isoDate] = YEAR_FIRST.exec(text) ?? [];
  if (isoYear) return checkDay(isoYear, Number(isoMonth), Number(isoDate), context, false);
  if (/^(\d{6}|\d{8})$/.test(text)) return readDigits(text, context);
  const [, namedDay, name, namedYear] = NAMED_DAY_FIRST.exec(text) ?? [];
  if (namedYear && monthNumber(name)) return checkDay(namedYear, monthNumber(name), Number(namedDay), context, false);
  const [, firstName, secondDay, lastYear] = NAMED_MONTH_FIRST.exec(text) ?? [];
  if (lastYear && monthNumber(firstName))
    return checkDay(lastYear, monthNumber(firstName), Number(secondDay), context, false);
  const [word = ""] = /[a-z]{3,}/i.exec(text.replace(/\d(st|nd|rd|th)/i, "")) ?? [];
  const lacksYear = NO_YEAR_PATTERN.test(text) && (word === "" || monthNumber(word) > 0);
  return { problem: lacksYear ? "year missing" : "not a date" };
}

/** Parses `27112026` and `271126`. Also `20261127`, if the first four digits are a year in the allowed range. */
function readDigits(text: string, context: ParseContext): DayReading | DateFailure {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(4, 6));
  const isYearFirst = text.length === 8 && year >= MIN_YEAR && year <= MAX_YEAR && month >= 1 && month <= 12;
  if (isYearFirst) return checkDay(text.slice(0, 4), month, Number(text.slice(6)), context, false);
  return checkDay(text.slice(4), Number(text.slice(2, 4)), Number(text.slice(0, 2)), context);
}

/** Returns 1 to 12 for a month name of three or more letters; 0 for other words. */
function monthNumber(word = "") {
  const name = word.toLowerCase().replace(/^sept$/, "sep");
  return name.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}

/** Returns the ISO day, or why the parts are no valid date. @param mayBeSwapped true if the month may be before the day, as in the US */
function checkDay(
  digits: string,
  month: number,
  day: number,
  context: ParseContext,
  mayBeSwapped = true,
): DayReading | DateFailure {
  const year = fullYear(digits, month, day, context);
  if (year < MIN_YEAR || year > MAX_YEAR) return { problem: "year", year: digits };
  const isRealDate = (m: number, d: number) => m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(year, m);
  if (isRealDate(month, day)) return { day: isoDay(year, month, day) };
  if (!mayBeSwapped || month <= 12 || !isRealDate(day, month)) return { problem: "not a date" };
  const name = MONTHS[day - 1] ?? "";
  const words = `${month} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
  return { problem: "month first", day: isoDay(year, day, month), words };
}

/** Returns the full year of a two-digit year: within the limits, otherwise at most 20 years ahead. */
function fullYear(digits: string, month: number, day: number, { min, max, now }: ParseContext): number {
  if (digits.length === 4) return Number(digits);
  const laterYear = 2000 + Number(digits);
  const earlierYear = laterYear - 100;
  const isAllowed = (year: number) => limitProblem(isoDay(year, month, day), { min, max }) === undefined;
  if (isAllowed(laterYear) !== isAllowed(earlierYear)) return isAllowed(laterYear) ? laterYear : earlierYear;
  return laterYear > Number(instantToLagosTime(now).slice(0, 4)) + SHORT_YEAR_MAX_AHEAD ? earlierYear : laterYear;
}
