import "server-only";
import { dayOf, startOfDay } from "@/lib/server/base/time";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const DAYS_A_YEAR = 365.25;
/** How far back moments count from the moment of loading; older ones count from the midnight before it. */
export const RECENT = 30 * HOUR;

/**
 * Everything is dated from the moment of loading. What is further ago never comes out later, at whatever time of day the
 * data is loaded, so the order of things is always the same.
 */
export function clockFrom(now: Date) {
  const today = dayOf(now);
  const midnight = startOfDay(today).getTime();
  return {
    ago: (milliseconds: number) =>
      new Date(Math.floor((milliseconds <= RECENT ? now.getTime() : midnight) - milliseconds)),
    /** A Lagos day; negative: ahead. */
    day: (daysAgo: number) => dayOf(new Date(midnight - Math.round(daysAgo) * DAY)),
    birthday: (age: number) => dayOf(new Date(midnight - Math.round(age * DAYS_A_YEAR) * DAY)),
    ageOf: (dateOfBirth: string) => (Date.parse(today) - Date.parse(dateOfBirth)) / DAY / DAYS_A_YEAR,
  };
}
export type Clock = ReturnType<typeof clockFrom>;

export const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
