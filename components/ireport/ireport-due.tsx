"use client";

import { clsx } from "clsx";
import { useNow } from "@/lib/client/now";
import { isOpenIreport } from "@/lib/contract/ireport.values";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { formatDateTime, formatDue, formatLeft } from "@/lib/format";

const HOUR = 3_600_000;

type Clocked = Pick<IreportRow, "state" | "submitted_at" | "state_since" | "due_at" | "state_due_at" | "stopped_at">;
type IreportClock = { words: string; tone: "late" | "soon" | "calm"; at: string };

/**
 * Returns the clock of the whole report or of its current state. "soon" is its last quarter, at least the last two hours. The
 * clock is paused while the report waits for the citizen. Returns null if the report is closed.
 */
export function clockOf(report: Clocked, which: "report" | "state", now: number): IreportClock | null {
  const at = which === "report" ? report.due_at : report.state_due_at;
  if (!at || !isOpenIreport(report.state)) return null;
  if (report.stopped_at) return { words: `Paused, ${formatLeft(at, report.stopped_at)}`, tone: "calm", at };
  const due = new Date(at).getTime();
  const began = new Date(which === "report" ? report.submitted_at : report.state_since).getTime();
  const left = due - now;
  const tone = left < 0 ? "late" : left < Math.max(2 * HOUR, (due - began) / 4) ? "soon" : "calm";
  return { words: formatDue(at, now), tone, at };
}

const TONES = { late: "font-semibold text-danger", soon: "font-semibold text-warning", calm: "" };

/** Renders a clock: "due in 3 h", orange towards its end; "2 h late", red; "Paused, 5 h left" while waiting for the citizen. */
export function IreportDue({ report, of }: { report: Clocked; of: "report" | "state" }) {
  const clock = clockOf(report, of, useNow());
  if (!clock) return <span className="text-muted">–</span>;
  return (
    <time
      dateTime={clock.at}
      title={report.stopped_at ? undefined : formatDateTime(clock.at)}
      // Time passes between server rendering and hydration.
      suppressHydrationWarning
      className={clsx("whitespace-nowrap tabular-nums", report.stopped_at ? "text-muted" : TONES[clock.tone])}
    >
      {clock.words}
    </time>
  );
}
