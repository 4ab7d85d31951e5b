"use client";

import { clsx } from "clsx";
import { useNow } from "@/lib/client/use-now";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { formatDateTime, formatDue, formatTimeLeft } from "@/lib/format";

const HOUR_MS = 3_600_000;

type DueReport = Pick<IreportRow, "state" | "submitted_at" | "state_since" | "due_at" | "state_due_at" | "stopped_at">;
type IreportClock = { words: string; tone: "late" | "soon" | "calm"; at: string };

/**
 * Describes the deadline of the whole report or of its current state. The tone is "soon" in the last quarter of the time, and always in
 * the last two hours. The time is paused while the report waits for the citizen. Returns null if the report is closed.
 */
export function describeReportDeadline(
  report: DueReport,
  clockName: "report" | "state",
  now: number,
): IreportClock | null {
  const at = clockName === "report" ? report.due_at : report.state_due_at;
  if (!at || !isOpenIreport(report.state)) return null;
  if (report.stopped_at) return { words: `Paused, ${formatTimeLeft(at, report.stopped_at)}`, tone: "calm", at };
  const due = new Date(at).getTime();
  const startedMs = new Date(clockName === "report" ? report.submitted_at : report.state_since).getTime();
  const remainingMs = due - now;
  const tone = remainingMs < 0 ? "late" : remainingMs < Math.max(2 * HOUR_MS, (due - startedMs) / 4) ? "soon" : "calm";
  return { words: formatDue(at, now), tone, at };
}

const TONE_CSS = { late: "font-semibold text-danger", soon: "font-semibold text-warning", calm: "" };

/** Renders a deadline: "due in 3 h", orange near its end; "2 h late" in red; "Paused, 5 h left" while paused. */
export function IreportDeadline({ report, of: clockKind }: { report: DueReport; of: "report" | "state" }) {
  const clock = describeReportDeadline(report, clockKind, useNow());
  if (!clock) return <span className="text-muted">–</span>;
  return (
    <time
      dateTime={clock.at}
      title={report.stopped_at ? undefined : formatDateTime(clock.at)}
      // Server and browser may render different texts, because time passes between server rendering and hydration.
      suppressHydrationWarning
      className={clsx("whitespace-nowrap tabular-nums", report.stopped_at ? "text-muted" : TONE_CSS[clock.tone])}
    >
      {clock.words}
    </time>
  );
}
