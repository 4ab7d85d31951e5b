import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { formatDateTime } from "@/lib/format";

type PublicationTimes = Pick<ContentEntryRow, "state" | "from" | "until" | "next_from">;

/** Describes a content entry's publication times: "Live since 21 Nov 2026, 14:05, ends 1 Dec 2026, 08:00". Returns "" for a draft. */
export function describePublicationTimes({ state, from, until, next_from }: PublicationTimes): string {
  const endText = until ? `, ends ${formatDateTime(until)}` : "";
  const nextText = next_from && state !== "scheduled" ? `. New version from ${formatDateTime(next_from)}` : "";
  if (!from) return "";
  if (state === "scheduled") return `Goes live ${formatDateTime(from)}${endText}`;
  if (state === "published") return `Live since ${formatDateTime(from)}${endText}${nextText}`;
  if (state === "expired") return `Ended ${formatDateTime(until ?? from)}${nextText}`;
  return "";
}

/** Returns the time (ms) at which the next entry changes its state, or null if there is none. @param now ms */
export function nextStateChangeTime(entries: readonly PublicationTimes[], now: number): number | null {
  const futureTimes = entries
    .filter(({ state }) => state !== "archived" && state !== "draft")
    .flatMap(({ from, until, next_from }) => [from, until, next_from])
    .flatMap((instant) => (instant ? [Date.parse(instant)] : []))
    .filter((time) => time > now);
  return futureTimes.length > 0 ? Math.min(...futureTimes) : null;
}
