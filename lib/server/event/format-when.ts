import "server-only";
import { formatDateTime, formatTime, lagosDay } from "@/lib/format";
import type { EventRecord } from "./state";

/** Formats `21 Nov 2026, 18:00 to 23:00` in Lagos time. If the end is on another day, it has its own date. */
export function formatWhen({ startsAt, endsAt }: Pick<EventRecord, "startsAt" | "endsAt">): string {
  if (!startsAt) return "";
  const [start, end] = [startsAt.getTime(), endsAt?.getTime()];
  if (end === undefined) return formatDateTime(start);
  return `${formatDateTime(start)} to ${lagosDay(start) === lagosDay(end) ? formatTime(end) : formatDateTime(end)}`;
}
