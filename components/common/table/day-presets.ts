import { addMonths } from "@/components/common/calendar/month";
import { lagosDay } from "@/lib/format";

const DAY_MS = 86_400_000;

type DayPreset = { label: string; from: string; to: string };

/**
 * Returns common date ranges relative to `now` (ms), in Lagos days.
 * @param isFuture true for future dates such as deadlines: adds the next days, and lets this month end on its last day instead of
 * today
 */
export function dateRangePresets(now: number, isFuture = false): DayPreset[] {
  const fromToday = (days: number) => lagosDay(now + days * DAY_MS);
  const today = fromToday(0);
  const month = today.slice(0, 7);
  return [
    { label: "Today", from: today, to: today },
    ...(isFuture ? [{ label: "Next 7 days", from: today, to: fromToday(6) }] : []),
    { label: "Last 7 days", from: fromToday(-6), to: today },
    { label: "Last 30 days", from: fromToday(-29), to: today },
    { label: "This month", from: `${month}-01`, to: isFuture ? lastDayOf(month) : today },
    { label: "Last month", from: `${addMonths(month, -1)}-01`, to: lastDayOf(addMonths(month, -1)) },
  ];
}

const lastDayOf = (month: string) =>
  new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
