import { lagosDay } from "@/lib/format";

const DAY_MS = 86_400_000;
const MONTH_PATTERN = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** One day in a month's calendar with its items. `inMonth` is false for days of the adjacent months. */
export type CalendarDay<T> = { day: string; inMonth: boolean; items: T[] };

/** Parses a month such as `2026-11` from the URL. Returns the current Lagos month for any other value. @param now ms */
export function parseMonth(raw: unknown, now: number): string {
  return typeof raw === "string" && MONTH_PATTERN.test(raw) ? raw : lagosDay(now).slice(0, 7);
}

/** Adds months to a month such as `2026-11`. Negative numbers subtract. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Returns the Lagos days of all weeks that overlap a month, from Monday: 28 to 42 days. */
export function daysShownInMonthCalendar(month: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const end = Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const weeks = Math.ceil((end - start) / (7 * DAY_MS));
  return Array.from({ length: weeks * 7 }, (_, index) => new Date(start + index * DAY_MS).toISOString().slice(0, 10));
}

/** Groups items by day, for all weeks that overlap a month. Sorts the items of a day by `at`, a UTC time. */
export function groupItemsByCalendarDay<T extends { at: string }>(
  month: string,
  items: readonly T[],
): CalendarDay<T>[] {
  const byDay = new Map<string, T[]>();
  for (const item of items) {
    const day = lagosDay(Date.parse(item.at));
    byDay.set(day, [...(byDay.get(day) ?? []), item]);
  }
  return daysShownInMonthCalendar(month).map((day) => ({
    day,
    inMonth: day.startsWith(month),
    items: (byDay.get(day) ?? []).sort((a, b) => a.at.localeCompare(b.at)),
  }));
}
