import "server-only";
import { dayOf } from "@/lib/server/time";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** Everything is dated from the moment of loading. */
export function clockFrom(now: Date) {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  return {
    now,
    ago,
    /** The Lagos day of that moment; negative: ahead. */
    dayAgo: (milliseconds: number) => dayOf(ago(milliseconds)),
    bornYearsAgo: (years: number) => dayOf(ago(years * YEAR)),
    ageOf: (dateOfBirth: string) => (now.getTime() - Date.parse(dateOfBirth)) / YEAR,
  };
}
export type Clock = ReturnType<typeof clockFrom>;
