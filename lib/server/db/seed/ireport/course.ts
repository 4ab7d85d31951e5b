import "server-only";
import type {
  IreportMessageKind,
  IreportPriority,
  IreportRejection,
  IreportState,
} from "@/lib/contract/ireport.values";
import { isRunningIreport } from "@/lib/contract/ireport.values";
import { adminId } from "@/lib/server/db/seed/admins";
import { HOUR, MINUTE } from "@/lib/server/db/seed/clock";
import type { Random } from "@/lib/server/db/seed/random";
import { type Clocks, clocksAfterTransition, clocksOfNewReport } from "@/lib/server/ireport/report-clocks";
import type { Category } from "./set-up";

export type Officer = "civic" | "support" | "owner";

/** One action on a report; `gap` is hours since the previous one. */
export type Step = {
  gap: number;
  /** Null: the citizen. */
  by: Officer | null;
  action: string;
  to?: IreportState;
  owner?: Officer | null;
  priority?: IreportPriority;
  rejection?: IreportRejection;
  message?: { kind: IreportMessageKind; text: string; photo?: boolean };
  note?: string;
  rating?: { stars: number; comment: string };
};
export type Course = { steps: readonly Step[]; left: number; pace: Pace };
/** How a time may move out of the night: a late report must stay late, and one in time must stay in time. */
type Pace = "late" | "open" | "ended";

/** A step with its time, and the report's state before and after it. */
export type Done = { at: Date; step: Step; before: Standing; after: Standing };
export type Standing = Clocks & { ownerId: string | null; priority: IreportPriority; escalatedAt: Date | null };

/** Returns the hours from submission until now. */
export const lengthOf = ({ steps, left }: Course) => steps.reduce((sum, { gap }) => sum + gap, left);

/**
 * Applies the steps to a report, with the clocks of lib/server/ireport/report-clocks.ts. Citizens report by day. Officers work in
 * office hours if that fits between the previous step and now.
 */
export function follow(random: Random, now: Date, category: Category, course: Course, priority: IreportPriority) {
  const came = now.getTime() - lengthOf(course) * HOUR;
  const within = { after: came - 30 * HOUR, until: now.getTime() - 3 * MINUTE };
  const submittedAt = byDay(random, came, { ...within, from: 6, to: 22, pace: course.pace });
  let standing: Standing = {
    ...clocksOfNewReport(submittedAt, category.targets),
    ownerId: null,
    priority,
    escalatedAt: null,
  };
  let nominal = came;
  let last = submittedAt.getTime();
  const done: Done[] = [];
  for (const step of course.steps) {
    nominal += step.gap * HOUR;
    const earliest = Math.max(nominal, last + random.between(4, 25) * MINUTE);
    const soonest = Math.min(earliest, (last + now.getTime()) / 2);
    const hours = step.by ? { from: 8, to: 18 } : { from: 6, to: 23 };
    const at = byDay(random, soonest, { ...hours, after: last, until: within.until, pace: course.pace });
    const before = escalatedBy(random, at, category, standing);
    const after = takenBy(before, step, at, category);
    done.push({ at, step, before, after });
    standing = after;
    last = at.getTime();
  }
  return { submittedAt, done, standing: escalatedBy(random, now, category, standing) };
}

function takenBy(before: Standing, step: Step, at: Date, category: Category): Standing {
  const clocks = step.to ? clocksAfterTransition(before, step.to, at, category.targets) : before;
  return {
    ...before,
    ...clocks,
    ownerId: step.owner === undefined ? before.ownerId : step.owner && adminId(step.owner),
    priority: step.priority ?? before.priority,
  };
}

/** Sets the escalation: the department's lead is mailed once, within a minute after a clock has expired. */
function escalatedBy(random: Random, until: Date, category: Category, standing: Standing): Standing {
  if (!category.lead || standing.escalatedAt || !isRunningIreport(standing.state)) return standing;
  const ranOut = Math.min(standing.dueAt.getTime(), standing.stateDueAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const escalatedAt = new Date(
    Math.floor(Math.max(ranOut, standing.stateSince.getTime()) + random.between(2_000, MINUTE)),
  );
  return escalatedAt < until ? { ...standing, escalatedAt } : standing;
}

type Day = { from: number; to: number; after: number; until: number; pace: Pace };
const LAGOS = HOUR;
const DAY = 24 * HOUR;

/** Returns the time itself if by day, otherwise one in the evening before or the morning after, if that fits. */
function byDay(random: Random, moment: number, { from, to, after, until, pace }: Day): Date {
  const hour = ((moment + LAGOS) % DAY) / HOUR;
  const midnight = moment - hour * HOUR;
  if (hour >= from && hour < to) return new Date(Math.floor(moment));
  const evening = midnight + to * HOUR - (hour < from ? DAY : 0) - random.between(2, 70) * MINUTE;
  const morning = midnight + from * HOUR + (hour < from ? 0 : DAY) + random.between(2, 90) * MINUTE;
  const wished = { late: [evening], open: [morning], ended: [evening, morning] }[pace];
  return new Date(Math.floor(wished.find((at) => at > after + MINUTE && at < until) ?? moment));
}
