import { sql } from "drizzle-orm";

/** Lagos has no summer time: a whole Lagos day starts at 23:00 UTC of the day before. */
const LAGOS_OFFSET = "+01:00";
const DAY = 86_400_000;

/** First moment of a Lagos day, `2026-11-21`. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00.000${LAGOS_OFFSET}`);
/** First moment after a Lagos day. */
export const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + DAY);
/** The Lagos day of a moment. */
export const dayOf = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
/** So many days later, or earlier. */
export const addDays = (day: string, days: number) => dayOf(new Date(startOfDay(day).getTime() + days * DAY));
/** From the first to the last, both included; below 1 when they are the wrong way round. */
export const daysFrom = (first: string, last: string) =>
  (startOfDay(last).getTime() - startOfDay(first).getTime()) / DAY + 1;
/** Each from the first to the last. Counted, not compared: the day after 9999-12-31 sorts before it. */
export const eachDay = (first: string, last: string) =>
  Array.from({ length: Math.max(daysFrom(first, last), 0) }, (_, index) => addDays(first, index));
/** The latest day of birth of those who are of that age on a Lagos day; who was born on 29 February ages on 1 March. */
export function bornBy(age: number, day: string): string {
  const year = Number(day.slice(0, 4)) - age;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}${day.endsWith("-02-29") && !isLeap ? "-02-28" : day.slice(4)}`;
}
/** 18 on the Lagos day of that moment. */
export const isAdult = (dateOfBirth: string, at: Date) => dateOfBirth <= bornBy(18, dayOf(at));
/** The Lagos day of a timestamp column. */
export const lagosDay = (column: unknown) => sql<string>`to_char(${column} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`;
