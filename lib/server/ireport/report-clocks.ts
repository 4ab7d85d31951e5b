import {
  IREPORT_REOPEN_DAYS,
  IREPORT_TRANSITIONS,
  type IreportRunningState,
  type IreportState,
  isRunningIreport,
} from "@/lib/contract/ireport.values";

/**
 * The two clocks of a report: of the whole report and of its state. Pure: every change of state goes through `entered`,
 * no matter who makes it. Both run while the desk has to act, stand still while the citizen is asked and after the end, and go
 * on where they stopped. A change of owner or priority touches neither.
 */
export type Clocks = {
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

/** Targets of a category, in hours. */
export type Targets = Record<"targetHours" | "submittedHours" | "acknowledgedHours" | "inProgressHours", number>;

const HOUR = 3_600_000;
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

const stateTarget = (targets: Targets, state: IreportRunningState) =>
  HOUR *
  { submitted: targets.submittedHours, acknowledged: targets.acknowledgedHours, in_progress: targets.inProgressHours }[
    state
  ];

/** Of a report that comes in at this moment. */
export const begun = (now: Date, targets: Targets): Clocks => ({
  state: "submitted",
  resumeState: null,
  submittedAt: now,
  stateSince: now,
  stoppedAt: null,
  stoppedMs: 0,
  stateStoppedMs: 0,
  targetHours: targets.targetHours,
  dueAt: later(now, targets.targetHours * HOUR),
  stateDueAt: later(now, stateTarget(targets, "submitted")),
  acknowledgedAt: null,
  resolvedAt: null,
  reopened: 0,
  reopenedAt: null,
});

/** Until when a resolved report can be reopened. */
export const reopenUntil = ({ state, resolvedAt }: Pick<Clocks, "state" | "resolvedAt">): Date | null =>
  state === "resolved" && resolvedAt ? later(resolvedAt, IREPORT_REOPEN_DAYS * 24 * HOUR) : null;

/** Whether a report can go this way now. From waiting it only goes back to where it came from. */
export function mayEnter(from: Pick<Clocks, "state" | "resumeState" | "resolvedAt">, to: IreportState, now: Date) {
  if (!IREPORT_TRANSITIONS[from.state].includes(to)) return false;
  if (from.state === "waiting_for_citizen") return to === from.resumeState;
  const until = reopenUntil(from);
  return until === null || now <= until;
}

/**
 * The clocks after a change of state. Reopening takes the moment of the resolution away: `resolvedAt` is that of the
 * resolution that stands.
 * @param targets those of its category now: the state that begins has them.
 * @throws when the report can't go this way; callers refuse it in words before.
 */
export function entered(from: Clocks, to: IreportState, now: Date, targets: Targets): Clocks {
  if (!mayEnter(from, to, now)) throw new Error(`A report doesn't go from ${from.state} to ${to}.`);
  if (to === "waiting_for_citizen" && isRunningIreport(from.state))
    return { ...from, state: to, resumeState: from.state, stoppedAt: now };

  const stood = from.stoppedAt ? Math.max(0, now.getTime() - from.stoppedAt.getTime()) : 0;
  const goesOn = {
    ...from,
    state: to,
    resumeState: null,
    stoppedAt: null,
    stoppedMs: from.stoppedMs + stood,
    dueAt: later(from.dueAt, stood),
  };
  if (from.state === "waiting_for_citizen")
    return {
      ...goesOn,
      stateStoppedMs: from.stateStoppedMs + stood,
      stateDueAt: from.stateDueAt && later(from.stateDueAt, stood),
    };

  const begins = { ...goesOn, stateSince: now, stateStoppedMs: 0 };
  if (!isRunningIreport(to))
    return { ...begins, stoppedAt: now, stateDueAt: null, resolvedAt: to === "resolved" ? now : from.resolvedAt };
  return {
    ...begins,
    stateDueAt: later(now, stateTarget(targets, to)),
    acknowledgedAt: from.acknowledgedAt ?? (to === "acknowledged" ? now : null),
    ...(from.state === "resolved" && { resolvedAt: null, reopened: from.reopened + 1, reopenedAt: now }),
  };
}

/** The clocks after a move to a category with other targets: they count from the same beginnings. */
export function retargeted(from: Clocks, targets: Targets): Clocks {
  const state = from.resumeState ?? from.state;
  return {
    ...from,
    targetHours: targets.targetHours,
    dueAt: later(from.submittedAt, targets.targetHours * HOUR + from.stoppedMs),
    stateDueAt: isRunningIreport(state)
      ? later(from.stateSince, stateTarget(targets, state) + from.stateStoppedMs)
      : null,
  };
}

/** Whether a clock that runs has run out. */
export const isLate = ({ state, dueAt, stateDueAt }: Clocks, now: Date) =>
  isRunningIreport(state) && (dueAt < now || (stateDueAt !== null && stateDueAt < now));
