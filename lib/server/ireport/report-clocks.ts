import {
  IREPORT_REOPEN_DAYS,
  IREPORT_TRANSITIONS,
  type IreportRunningState,
  type IreportState,
  isRunningIreport,
} from "@/lib/contract/ireport.values";

/**
 * The two deadline clocks of a report: for the whole report and for its current state. The functions are pure; every state change uses
 * `clocksAfterTransition`. Clocks run while officers have to act. The clocks are paused while a report waits for the citizen's answer and after
 * closing, and may continue later. Changes of owner or priority do not affect them.
 */
export type ReportClocks = {
  state: IreportState;
  resumeState: IreportRunningState | null;
  submittedAt: Date;
  stateSince: Date;
  stoppedAt: Date | null;
  stoppedMs: number;
  stateStoppedMs: number;
  targetHours: number;
  dueAt: Date;
  stateDueAt: Date | null;
  acknowledgedAt: Date | null;
  resolvedAt: Date | null;
  reopened: number;
  reopenedAt: Date | null;
};

/** Target times of a category, in hours. */
export type TargetHours = Record<"targetHours" | "submittedHours" | "acknowledgedHours" | "inProgressHours", number>;

const HOUR_MS = 3_600_000;
const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

const stateTarget = (targets: TargetHours, state: IreportRunningState) =>
  HOUR_MS *
  { submitted: targets.submittedHours, acknowledged: targets.acknowledgedHours, in_progress: targets.inProgressHours }[
    state
  ];

/** Returns the clocks of a report that is submitted now. */
export const clocksOfNewReport = (now: Date, targets: TargetHours): ReportClocks => ({
  state: "submitted",
  resumeState: null,
  submittedAt: now,
  stateSince: now,
  stoppedAt: null,
  stoppedMs: 0,
  stateStoppedMs: 0,
  targetHours: targets.targetHours,
  dueAt: addMs(now, targets.targetHours * HOUR_MS),
  stateDueAt: addMs(now, stateTarget(targets, "submitted")),
  acknowledgedAt: null,
  resolvedAt: null,
  reopened: 0,
  reopenedAt: null,
});

/** Returns the time until which a resolved report can be reopened, otherwise null. */
export const reopenUntil = ({ state, resolvedAt }: Pick<ReportClocks, "state" | "resolvedAt">): Date | null =>
  state === "resolved" && resolvedAt ? addMs(resolvedAt, IREPORT_REOPEN_DAYS * 24 * HOUR_MS) : null;

/** Returns true if the transition is allowed now. A waiting report can only return to its previous state. */
export function mayEnterState(
  from: Pick<ReportClocks, "state" | "resumeState" | "resolvedAt">,
  to: IreportState,
  now: Date,
) {
  if (!IREPORT_TRANSITIONS[from.state].includes(to)) return false;
  if (from.state === "waiting_for_citizen") return to === from.resumeState;
  const until = reopenUntil(from);
  return until === null || now <= until;
}

/**
 * Returns the clocks after a state change. Reopening clears `resolvedAt`, the time of the current resolution.
 * @param targets current target hours of the category, used for the entered state
 * @throws if the transition is not allowed; callers check first and return a message
 */
export function clocksAfterTransition(
  from: ReportClocks,
  to: IreportState,
  now: Date,
  targets: TargetHours,
): ReportClocks {
  if (!mayEnterState(from, to, now)) throw new Error(`A report doesn't go from ${from.state} to ${to}.`);
  if (to === "waiting_for_citizen" && isRunningIreport(from.state))
    return { ...from, state: to, resumeState: from.state, stoppedAt: now };

  const pausedMs = from.stoppedAt ? Math.max(0, now.getTime() - from.stoppedAt.getTime()) : 0;
  const resumed = {
    ...from,
    state: to,
    resumeState: null,
    stoppedAt: null,
    stoppedMs: from.stoppedMs + pausedMs,
    dueAt: addMs(from.dueAt, pausedMs),
  };
  if (from.state === "waiting_for_citizen")
    return {
      ...resumed,
      stateStoppedMs: from.stateStoppedMs + pausedMs,
      stateDueAt: from.stateDueAt && addMs(from.stateDueAt, pausedMs),
    };

  const newState = { ...resumed, stateSince: now, stateStoppedMs: 0 };
  if (!isRunningIreport(to))
    return { ...newState, stoppedAt: now, stateDueAt: null, resolvedAt: to === "resolved" ? now : from.resolvedAt };
  return {
    ...newState,
    stateDueAt: addMs(now, stateTarget(targets, to)),
    acknowledgedAt: from.acknowledgedAt ?? (to === "acknowledged" ? now : null),
    ...(from.state === "resolved" && { resolvedAt: null, reopened: from.reopened + 1, reopenedAt: now }),
  };
}

/** Returns the clocks after a move to a category with other target hours. Start times do not change. */
export function withCategoryTargets(from: ReportClocks, targets: TargetHours): ReportClocks {
  const state = from.resumeState ?? from.state;
  return {
    ...from,
    targetHours: targets.targetHours,
    dueAt: addMs(from.submittedAt, targets.targetHours * HOUR_MS + from.stoppedMs),
    stateDueAt: isRunningIreport(state)
      ? addMs(from.stateSince, stateTarget(targets, state) + from.stateStoppedMs)
      : null,
  };
}

/** Returns true if a running clock is past its due time. */
export const isPastDueTime = ({ state, dueAt, stateDueAt }: ReportClocks, now: Date) =>
  isRunningIreport(state) && (dueAt < now || (stateDueAt !== null && stateDueAt < now));
