import { sql } from "drizzle-orm";

/** UTC offset of Lagos all year: a Lagos day starts at 23:00 UTC of the previous day. */
const LAGOS_OFFSET = "+01:00";
const DAY_MS = 86_400_000;

/** Returns the first moment of a Lagos day such as `2026-11-21`. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00.000${LAGOS_OFFSET}`);
/** Returns the first moment after a Lagos day. */
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + DAY_MS);
/** Returns the Lagos day of a moment. */
export const lagosDayOf = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
/** Returns the Lagos day that is `days` days later, or earlier if negative. */
export const addDays = (day: string, days: number) => lagosDayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));
/** Returns the number of days from first to last, both included; below 1 if they are in the wrong order. */
export const countDays = (first: string, last: string) =>
  (startOfDay(last).getTime() - startOfDay(first).getTime()) / DAY_MS + 1;
/**
 * Lists the days from first to last. Uses a counter instead of comparing strings, because the day after 9999-12-31 sorts before that day.
 */
export const listLagosDays = (first: string, last: string) =>
  Array.from({ length: Math.max(countDays(first, last), 0) }, (_, index) => addDays(first, index));
/**
 * Returns the latest birth date of a person who has this age on a Lagos day. In a year without 29 February, a person born on
 * 29 February turns a year older on 1 March.
 */
export function latestBirthDate(age: number, day: string): string {
  const year = Number(day.slice(0, 4)) - age;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}${day.endsWith("-02-29") && !isLeap ? "-02-28" : day.slice(4)}`;
}
/** Returns true if the person is at least 18 on the Lagos day of `at`. */
export const isAdult = (dateOfBirth: string, at: Date) => dateOfBirth <= latestBirthDate(18, lagosDayOf(at));
/** Returns SQL for the Lagos day of a timestamp column. */
export const lagosDaySql = (column: unknown) =>
  sql<string>`to_char(${column} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;
