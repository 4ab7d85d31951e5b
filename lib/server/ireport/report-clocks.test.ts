import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IREPORT_STATES, IREPORT_TRANSITIONS, type IreportState } from "@/lib/contract/ireport.values";
import {
  clocksAfterTransition,
  clocksOfNewReport,
  isPastDueTime,
  mayEnterState,
  type ReportClocks,
  reopenUntil,
  type TargetHours,
  withCategoryTargets,
} from "./report-clocks";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_TIME = new Date("2026-11-01T08:00:00Z");
const TARGETS: TargetHours = { targetHours: 72, submittedHours: 4, acknowledgedHours: 24, inProgressHours: 48 };
const hoursLater = (hours: number) => new Date(START_TIME.getTime() + hours * HOUR_MS);
const runTransitions = (...steps: [IreportState, number][]) =>
  steps.reduce(
    (clocks, [to, hours]) => clocksAfterTransition(clocks, to, hoursLater(hours), TARGETS),
    clocksOfNewReport(START_TIME, TARGETS),
  );

describe("the clocks of a report", () => {
  it("starts a report's deadline clock at submission, and a separate deadline clock for each state", () => {
    expect(clocksOfNewReport(START_TIME, TARGETS)).toMatchObject({
      dueAt: hoursLater(72),
      stateDueAt: hoursLater(4),
      stoppedAt: null,
    });
    expect(runTransitions(["acknowledged", 2])).toMatchObject({
      dueAt: hoursLater(72),
      stateDueAt: hoursLater(26),
      acknowledgedAt: hoursLater(2),
    });
    expect(runTransitions(["acknowledged", 2], ["in_progress", 5])).toMatchObject({
      dueAt: hoursLater(72),
      stateDueAt: hoursLater(53),
    });
  });

  it("pauses a report's deadline clocks while the citizen is asked, and then continues them", () => {
    const waitingClocks = runTransitions(["acknowledged", 2], ["waiting_for_citizen", 3]);
    expect(waitingClocks).toMatchObject({
      stoppedAt: hoursLater(3),
      stateSince: hoursLater(2),
      resumeState: "acknowledged",
      dueAt: hoursLater(72),
    });
    expect(isPastDueTime(waitingClocks, hoursLater(1_000))).toBe(false);
    expect(clocksAfterTransition(waitingClocks, "acknowledged", hoursLater(13), TARGETS)).toMatchObject({
      dueAt: hoursLater(82),
      stateDueAt: hoursLater(36),
      stateSince: hoursLater(2),
      stoppedAt: null,
      resumeState: null,
      stoppedMs: 10 * HOUR_MS,
      stateStoppedMs: 10 * HOUR_MS,
      acknowledgedAt: hoursLater(2),
    });
  });

  it("stops a report's deadline clocks when it is closed, and continues them after a reopening without the time in between", () => {
    const resolved = runTransitions(["acknowledged", 2], ["in_progress", 3], ["resolved", 10]);
    expect(resolved).toMatchObject({
      stoppedAt: hoursLater(10),
      stateDueAt: null,
      resolvedAt: hoursLater(10),
      dueAt: hoursLater(72),
    });
    expect(reopenUntil(resolved)).toEqual(hoursLater(10 + 14 * 24));
    expect(clocksAfterTransition(resolved, "in_progress", hoursLater(30), TARGETS)).toMatchObject({
      dueAt: hoursLater(92),
      stateSince: hoursLater(30),
      stateDueAt: hoursLater(78),
      stoppedMs: 20 * HOUR_MS,
      stateStoppedMs: 0,
      reopened: 1,
      reopenedAt: hoursLater(30),
      resolvedAt: null,
    });
  });

  it("allows a report to be reopened until the last moment of the 14th day", () => {
    const resolved = runTransitions(["acknowledged", 1], ["in_progress", 2], ["resolved", 3]);
    expect(mayEnterState(resolved, "in_progress", hoursLater(3 + 14 * 24))).toBe(true);
    expect(mayEnterState(resolved, "in_progress", new Date(hoursLater(3 + 14 * 24).getTime() + 1))).toBe(false);
  });

  it("applies a category's new target hours from the old start times of a report's deadline clocks", () => {
    const changedTargets = { ...TARGETS, targetHours: 10, acknowledgedHours: 1 };
    const open = runTransitions(["acknowledged", 2], ["waiting_for_citizen", 3], ["acknowledged", 5]);
    expect(withCategoryTargets(open, changedTargets)).toMatchObject({
      targetHours: 10,
      dueAt: hoursLater(12),
      stateDueAt: hoursLater(5),
    });
    expect(
      withCategoryTargets(runTransitions(["acknowledged", 2], ["waiting_for_citizen", 3]), changedTargets).stateDueAt,
    ).toEqual(hoursLater(3));
    const closed = runTransitions(["acknowledged", 1], ["in_progress", 2], ["rejected", 3]);
    expect(withCategoryTargets(closed, changedTargets)).toMatchObject({ dueAt: hoursLater(10), stateDueAt: null });
  });

  it("never runs a report's deadline clock backwards, even if another server's time is slightly behind", () => {
    const waitingClocks = runTransitions(["acknowledged", 2], ["waiting_for_citizen", 3]);
    expect(clocksAfterTransition(waitingClocks, "acknowledged", hoursLater(2.9), TARGETS)).toMatchObject({
      stoppedMs: 0,
      dueAt: hoursLater(72),
    });
  });

  it("throws on every report state transition that docs/rules.md does not allow", () => {
    for (const from of IREPORT_STATES)
      for (const to of IREPORT_STATES) {
        const resumeState = from === "waiting_for_citizen" ? "in_progress" : null;
        const resolvedAt = from === "resolved" ? START_TIME : null;
        const clocks = { ...clocksOfNewReport(START_TIME, TARGETS), state: from, resumeState, resolvedAt } as const;
        const allowed = IREPORT_TRANSITIONS[from].includes(to) && (resumeState === null || to === resumeState);
        const transition = () => clocksAfterTransition(clocks, to, hoursLater(1), TARGETS);
        if (allowed) expect(transition).not.toThrow();
        else expect(transition, `${from} to ${to}`).toThrow("doesn't go");
      }
  });
});

/** Slow reference model. It records each period in a state, and computes due times from how long each clock ran. */
type StatePeriod = { state: IreportState; from: number; to: number };

const isRunning = (state: IreportState) => ["submitted", "acknowledged", "in_progress"].includes(state);
const stateHours = (state: IreportState, targets: TargetHours) =>
  state === "submitted"
    ? targets.submittedHours
    : state === "acknowledged"
      ? targets.acknowledgedHours
      : targets.inProgressHours;

const randomTargets = fc.record({
  targetHours: fc.integer({ min: 1, max: 200 }),
  submittedHours: fc.integer({ min: 1, max: 50 }),
  acknowledgedHours: fc.integer({ min: 1, max: 50 }),
  inProgressHours: fc.integer({ min: 1, max: 100 }),
});
/** Generates random next states with delays in ms. Transitions that are not allowed are skipped. */
const randomMoves = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 5 * DAY_MS })), { maxLength: 40 });

/** Applies the random moves to both the reference model and the clocks. */
function runMoves(targets: TargetHours, moves: [number, number][]) {
  let clocks = clocksOfNewReport(START_TIME, targets);
  let now = START_TIME.getTime();
  const periods: StatePeriod[] = [];
  for (const [stateIndex, wait] of moves) {
    const periodStart = now;
    now += wait;
    const allowedStates = IREPORT_STATES.filter((to) => mayEnterState(clocks, to, new Date(now)));
    const to = allowedStates[stateIndex % Math.max(1, allowedStates.length)];
    periods.push({ state: clocks.state, from: periodStart, to: now });
    if (!to) continue;
    clocks = clocksAfterTransition(clocks, to, new Date(now), targets);
  }
  return { clocks, past: periods, now };
}

/** Returns how long (ms) officers have had to act: on the report, and in its current state. */
function runningTimes({ clocks, past: periods }: { clocks: ReportClocks; past: StatePeriod[] }) {
  const active = periods.filter(({ state }) => isRunning(state));
  const sum = (periodsToSum: StatePeriod[]) => periodsToSum.reduce((total, { from, to }) => total + to - from, 0);
  const since = clocks.stateSince.getTime();
  return { whole: sum(active), inState: sum(active.filter(({ from }) => from >= since)) };
}

describe("over random transitions", () => {
  it("leaves on a deadline clock the target time minus the time that officers had to act, after random transitions", () => {
    fc.assert(
      fc.property(randomTargets, randomMoves, (targets, moves) => {
        const result = runMoves(targets, moves);
        const { clocks, now } = result;
        const { whole, inState } = runningTimes(result);
        const reference = clocks.stoppedAt?.getTime() ?? now;
        expect(clocks.dueAt.getTime() - reference).toBe(targets.targetHours * HOUR_MS - whole);
        const state = clocks.resumeState ?? clocks.state;
        if (isRunning(state))
          expect((clocks.stateDueAt?.getTime() ?? 0) - reference).toBe(stateHours(state, targets) * HOUR_MS - inState);
        else expect(clocks.stateDueAt).toBeNull();
        expect(clocks.dueAt.getTime()).toBe(START_TIME.getTime() + clocks.targetHours * HOUR_MS + clocks.stoppedMs);
        expect(clocks.stoppedAt === null).toBe(isRunning(clocks.state));
        expect((clocks.resumeState !== null) === (clocks.state === "waiting_for_citizen")).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("applies a category's new target hours as if the report, or its current state, had started with them", () => {
    fc.assert(
      fc.property(randomTargets, randomTargets, randomMoves, (targets, otherTargets, moves) => {
        const { clocks } = runMoves(targets, moves);
        const changedTargets = withCategoryTargets(clocks, otherTargets);
        expect(changedTargets.dueAt).toEqual(
          runMoves({ ...targets, targetHours: otherTargets.targetHours }, moves).clocks.dueAt,
        );
        expect(changedTargets.stateDueAt).toEqual(runMoves(otherTargets, moves).clocks.stateDueAt);
        expect(withCategoryTargets(changedTargets, targets)).toEqual(clocks);
      }),
      { numRuns: 300 },
    );
  });
});
