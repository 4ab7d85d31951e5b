import "server-only";
import { lagosDayOf, startOfDay } from "@/lib/server/base/time";

/** Number of ms in a minute. */
export const MINUTE_MS = 60_000;
/** Number of ms in an hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** Number of ms in a day. */
export const DAY_MS = 24 * HOUR_MS;
const DAYS_PER_YEAR = 365.25;
/** Times up to this many ms ago are relative to the time of seeding; earlier times are relative to the midnight before it. */
export const RECENT_MS = 30 * HOUR_MS;

/** Returns functions that compute dates relative to the time of seeding, so that demo events always have the same order. */
export function clockFrom(now: Date) {
  const today = lagosDayOf(now);
  const midnight = startOfDay(today).getTime();
  return {
    ago: (milliseconds: number) =>
      new Date(Math.floor((milliseconds <= RECENT_MS ? now.getTime() : midnight) - milliseconds)),
    /** Returns the Lagos day `daysAgo` days ago; a negative number is in the future. */
    day: (daysAgo: number) => lagosDayOf(new Date(midnight - Math.round(daysAgo) * DAY_MS)),
    birthday: (age: number) => lagosDayOf(new Date(midnight - Math.round(age * DAYS_PER_YEAR) * DAY_MS)),
    ageOf: (dateOfBirth: string) => (Date.parse(today) - Date.parse(dateOfBirth)) / DAY_MS / DAYS_PER_YEAR,
  };
}
/** Functions of `clockFrom`, for dates relative to the time of seeding. */
export type SeedClock = ReturnType<typeof clockFrom>;

/** Returns the time this many ms after `at`. */
export const addMs = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
