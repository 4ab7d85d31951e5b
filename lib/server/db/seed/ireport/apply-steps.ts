import "server-only";
import type {
  IreportMessageKind,
  IreportPriority,
  IreportRejectionReason,
  IreportState,
} from "@/lib/contract/ireport.values";
import { isRunningIreport } from "@/lib/contract/ireport.values";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { HOUR_MS, MINUTE_MS } from "@/lib/server/db/seed/clock";
import type { SeedRandom } from "@/lib/server/db/seed/random";
import { clocksAfterTransition, clocksOfNewReport, type ReportClocks } from "@/lib/server/ireport/report-clocks";
import type { DemoCategory } from "./categories";

/** Demo admins who handle reports. */
export type ReportOfficer = "civic" | "support" | "owner";

/** One action on a report; `gap` is the number of hours since the previous one. */
export type ReportStep = {
  gap: number;
  /** Officer; null for the citizen. */
  by: ReportOfficer | null;
  action: string;
  to?: IreportState;
  owner?: ReportOfficer | null;
  priority?: IreportPriority;
  rejection?: IreportRejectionReason;
  message?: { kind: IreportMessageKind; text: string; photo?: boolean };
  note?: string;
  rating?: { stars: number; comment: string };
};
/** Actions on a report, and the hours from the last action until now. */
export type ReportTimeline = { steps: readonly ReportStep[]; hoursSinceLastStep: number; nightMoveRule: NightMoveRule };
/**
 * Decides whether a time at night moves to the evening before or the morning after. `late`: evening, so that a late report stays late.
 * `open`: morning, so that a report stays in time. `ended`: either.
 */
type NightMoveRule = "late" | "open" | "ended";

/** A step with its time, and the report's state before and after it. */
export type ReportStepResult = { at: Date; step: ReportStep; before: ReportStatus; after: ReportStatus };
/** State of a report, with its deadlines, owner, priority and time of escalation. */
export type ReportStatus = ReportClocks & {
  ownerId: string | null;
  priority: IreportPriority;
  escalatedAt: Date | null;
};

/** Returns the hours from submission until now. */
export const reportAgeHours = ({ steps, hoursSinceLastStep }: ReportTimeline) =>
  steps.reduce((sum, { gap }) => sum + gap, hoursSinceLastStep);

/**
 * Applies the steps to a report, with the deadlines of lib/server/ireport/report-clocks.ts. Citizens report by day. Moves officers'
 * actions into office hours, if that is possible between the previous step and now.
 */
export function applyReportSteps(
  random: SeedRandom,
  now: Date,
  category: DemoCategory,
  course: ReportTimeline,
  priority: IreportPriority,
) {
  const cameAtMs = now.getTime() - reportAgeHours(course) * HOUR_MS;
  const limits = { after: cameAtMs - 30 * HOUR_MS, until: now.getTime() - 3 * MINUTE_MS };
  const submittedAt = moveToDaytime(random, cameAtMs, {
    ...limits,
    from: 6,
    to: 22,
    nightMoveRule: course.nightMoveRule,
  });
  let status: ReportStatus = {
    ...clocksOfNewReport(submittedAt, category.targets),
    ownerId: null,
    priority,
    escalatedAt: null,
  };
  let nominalMs = cameAtMs;
  let lastMs = submittedAt.getTime();
  const results: ReportStepResult[] = [];
  for (const step of course.steps) {
    nominalMs += step.gap * HOUR_MS;
    const earliestMs = Math.max(nominalMs, lastMs + random.between(4, 25) * MINUTE_MS);
    const cappedMs = Math.min(earliestMs, (lastMs + now.getTime()) / 2);
    const hours = step.by ? { from: 8, to: 18 } : { from: 6, to: 23 };
    const at = moveToDaytime(random, cappedMs, {
      ...hours,
      after: lastMs,
      until: limits.until,
      nightMoveRule: course.nightMoveRule,
    });
    const before = escalateIfLate(random, at, category, status);
    const after = applyStep(before, step, at, category);
    results.push({ at, step, before, after });
    status = after;
    lastMs = at.getTime();
  }
  return { submittedAt, done: results, standing: escalateIfLate(random, now, category, status) };
}

function applyStep(before: ReportStatus, step: ReportStep, at: Date, category: DemoCategory): ReportStatus {
  const clocks = step.to ? clocksAfterTransition(before, step.to, at, category.targets) : before;
  return {
    ...before,
    ...clocks,
    ownerId: step.owner === undefined ? before.ownerId : step.owner && demoAdminId(step.owner),
    priority: step.priority ?? before.priority,
  };
}

/** Sets the escalation: the department's lead is mailed once, within a minute after a deadline has passed. */
function escalateIfLate(random: SeedRandom, until: Date, category: DemoCategory, status: ReportStatus): ReportStatus {
  if (!category.lead || status.escalatedAt || !isRunningIreport(status.state)) return status;
  const clockEndMs = Math.min(status.dueAt.getTime(), status.stateDueAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const escalatedAt = new Date(
    Math.floor(Math.max(clockEndMs, status.stateSince.getTime()) + random.between(2_000, MINUTE_MS)),
  );
  return escalatedAt < until ? { ...status, escalatedAt } : status;
}

type DayWindow = { from: number; to: number; after: number; until: number; nightMoveRule: NightMoveRule };
const LAGOS_OFFSET = HOUR_MS;
const DAY = 24 * HOUR_MS;

/** Moves a time at night to the evening before or the morning after, if possible. Returns a time by day unchanged. */
function moveToDaytime(random: SeedRandom, timeMs: number, { from, to, after, until, nightMoveRule }: DayWindow): Date {
  const hour = ((timeMs + LAGOS_OFFSET) % DAY) / HOUR_MS;
  const midnight = timeMs - hour * HOUR_MS;
  if (hour >= from && hour < to) return new Date(Math.floor(timeMs));
  const evening = midnight + to * HOUR_MS - (hour < from ? DAY : 0) - random.between(2, 70) * MINUTE_MS;
  const morning = midnight + from * HOUR_MS + (hour < from ? 0 : DAY) + random.between(2, 90) * MINUTE_MS;
  const candidates = { late: [evening], open: [morning], ended: [evening, morning] }[nightMoveRule];
  return new Date(Math.floor(candidates.find((at) => at > after + MINUTE_MS && at < until) ?? timeMs));
}
