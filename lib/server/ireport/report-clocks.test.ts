import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IREPORT_STATES, IREPORT_TRANSITIONS, type IreportState } from "@/lib/contract/ireport.values";
import {
  type Clocks,
  clocksAfterTransition,
  clocksOfNewReport,
  isLate,
  mayEnter,
  reopenUntil,
  type Targets,
  withCategoryTargets,
} from "./report-clocks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = new Date("2026-11-01T08:00:00Z");
const TARGETS: Targets = { targetHours: 72, submittedHours: 4, acknowledgedHours: 24, inProgressHours: 48 };
const at = (hours: number) => new Date(START.getTime() + hours * HOUR);
const run = (...steps: [IreportState, number][]) =>
  steps.reduce(
    (clocks, [to, hours]) => clocksAfterTransition(clocks, to, at(hours), TARGETS),
    clocksOfNewReport(START, TARGETS),
  );

describe("the clocks of a report", () => {
  it("start at submission, with a separate one for each state", () => {
    expect(clocksOfNewReport(START, TARGETS)).toMatchObject({ dueAt: at(72), stateDueAt: at(4), stoppedAt: null });
    expect(run(["acknowledged", 2])).toMatchObject({ dueAt: at(72), stateDueAt: at(26), acknowledgedAt: at(2) });
    expect(run(["acknowledged", 2], ["in_progress", 5])).toMatchObject({ dueAt: at(72), stateDueAt: at(53) });
  });

  it("stop while the citizen is asked, and continue where they stopped", () => {
    const asked = run(["acknowledged", 2], ["waiting_for_citizen", 3]);
    expect(asked).toMatchObject({ stoppedAt: at(3), stateSince: at(2), resumeState: "acknowledged", dueAt: at(72) });
    expect(isLate(asked, at(1_000))).toBe(false);
    expect(clocksAfterTransition(asked, "acknowledged", at(13), TARGETS)).toMatchObject({
      dueAt: at(82),
      stateDueAt: at(36),
      stateSince: at(2),
      stoppedAt: null,
      resumeState: null,
      stoppedMs: 10 * HOUR,
      stateStoppedMs: 10 * HOUR,
      acknowledgedAt: at(2),
    });
  });

  it("stop at the end, and continue after a reopening without the time between", () => {
    const resolved = run(["acknowledged", 2], ["in_progress", 3], ["resolved", 10]);
    expect(resolved).toMatchObject({ stoppedAt: at(10), stateDueAt: null, resolvedAt: at(10), dueAt: at(72) });
    expect(reopenUntil(resolved)).toEqual(at(10 + 14 * 24));
    expect(clocksAfterTransition(resolved, "in_progress", at(30), TARGETS)).toMatchObject({
      dueAt: at(92),
      stateSince: at(30),
      stateDueAt: at(78),
      stoppedMs: 20 * HOUR,
      stateStoppedMs: 0,
      reopened: 1,
      reopenedAt: at(30),
      resolvedAt: null,
    });
  });

  it("allow reopening until the last moment of the 14th day", () => {
    const resolved = run(["acknowledged", 1], ["in_progress", 2], ["resolved", 3]);
    expect(mayEnter(resolved, "in_progress", at(3 + 14 * 24))).toBe(true);
    expect(mayEnter(resolved, "in_progress", new Date(at(3 + 14 * 24).getTime() + 1))).toBe(false);
  });

  it("apply new targets from the old start times", () => {
    const moved = { ...TARGETS, targetHours: 10, acknowledgedHours: 1 };
    const open = run(["acknowledged", 2], ["waiting_for_citizen", 3], ["acknowledged", 5]);
    expect(withCategoryTargets(open, moved)).toMatchObject({ targetHours: 10, dueAt: at(12), stateDueAt: at(5) });
    expect(withCategoryTargets(run(["acknowledged", 2], ["waiting_for_citizen", 3]), moved).stateDueAt).toEqual(at(3));
    const closed = run(["acknowledged", 1], ["in_progress", 2], ["rejected", 3]);
    expect(withCategoryTargets(closed, moved)).toMatchObject({ dueAt: at(10), stateDueAt: null });
  });

  it("never run backwards, even if another instance's clock is slightly behind", () => {
    const asked = run(["acknowledged", 2], ["waiting_for_citizen", 3]);
    expect(clocksAfterTransition(asked, "acknowledged", at(2.9), TARGETS)).toMatchObject({
      stoppedMs: 0,
      dueAt: at(72),
    });
  });

  it("throw on every transition that docs/rules.md does not allow", () => {
    for (const from of IREPORT_STATES)
      for (const to of IREPORT_STATES) {
        const resumeState = from === "waiting_for_citizen" ? "in_progress" : null;
        const resolvedAt = from === "resolved" ? START : null;
        const clocks = { ...clocksOfNewReport(START, TARGETS), state: from, resumeState, resolvedAt } as const;
        const allowed = IREPORT_TRANSITIONS[from].includes(to) && (resumeState === null || to === resumeState);
        const go = () => clocksAfterTransition(clocks, to, at(1), TARGETS);
        if (allowed) expect(go).not.toThrow();
        else expect(go, `${from} to ${to}`).toThrow("doesn't go");
      }
  });
});

/** A slow reference model: it records each period in a state, and computes due times by adding up how long each clock ran. */
type Stretch = { state: IreportState; from: number; to: number };

const isRunning = (state: IreportState) => ["submitted", "acknowledged", "in_progress"].includes(state);
const stateHours = (state: IreportState, targets: Targets) =>
  state === "submitted"
    ? targets.submittedHours
    : state === "acknowledged"
      ? targets.acknowledgedHours
      : targets.inProgressHours;

const targetsOf = fc.record({
  targetHours: fc.integer({ min: 1, max: 200 }),
  submittedHours: fc.integer({ min: 1, max: 50 }),
  acknowledgedHours: fc.integer({ min: 1, max: 50 }),
  inProgressHours: fc.integer({ min: 1, max: 100 }),
});
/** Random next states with delays in ms. Transitions that are not allowed are skipped. */
const tries = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 5 * DAY })), { maxLength: 40 });

/** Applies moves to the model and the clocks. */
function walk(targets: Targets, moves: [number, number][]) {
  let clocks = clocksOfNewReport(START, targets);
  let now = START.getTime();
  const past: Stretch[] = [];
  for (const [choice, wait] of moves) {
    const begunAt = now;
    now += wait;
    const ways = IREPORT_STATES.filter((to) => mayEnter(clocks, to, new Date(now)));
    const to = ways[choice % Math.max(1, ways.length)];
    past.push({ state: clocks.state, from: begunAt, to: now });
    if (!to) continue;
    clocks = clocksAfterTransition(clocks, to, new Date(now), targets);
  }
  return { clocks, past, now };
}

/** Returns how long the desk had to act: on the report, and in its present state. */
function ran({ clocks, past }: { clocks: Clocks; past: Stretch[] }) {
  const active = past.filter(({ state }) => isRunning(state));
  const sum = (stretches: Stretch[]) => stretches.reduce((total, { from, to }) => total + to - from, 0);
  const since = clocks.stateSince.getTime();
  return { whole: sum(active), inState: sum(active.filter(({ from }) => from >= since)) };
}

describe("over random transitions", () => {
  it("leaves both clocks the target minus the time the desk had to act", () => {
    fc.assert(
      fc.property(targetsOf, tries, (targets, moves) => {
        const walked = walk(targets, moves);
        const { clocks, now } = walked;
        const { whole, inState } = ran(walked);
        const reference = clocks.stoppedAt?.getTime() ?? now;
        expect(clocks.dueAt.getTime() - reference).toBe(targets.targetHours * HOUR - whole);
        const state = clocks.resumeState ?? clocks.state;
        if (isRunning(state))
          expect((clocks.stateDueAt?.getTime() ?? 0) - reference).toBe(stateHours(state, targets) * HOUR - inState);
        else expect(clocks.stateDueAt).toBeNull();
        expect(clocks.dueAt.getTime()).toBe(START.getTime() + clocks.targetHours * HOUR + clocks.stoppedMs);
        expect(clocks.stoppedAt === null).toBe(isRunning(clocks.state));
        expect((clocks.resumeState !== null) === (clocks.state === "waiting_for_citizen")).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("applies new targets as if the report, or the current state, had started with them", () => {
    fc.assert(
      fc.property(targetsOf, targetsOf, tries, (targets, others, moves) => {
        const { clocks } = walk(targets, moves);
        const moved = withCategoryTargets(clocks, others);
        expect(moved.dueAt).toEqual(walk({ ...targets, targetHours: others.targetHours }, moves).clocks.dueAt);
        expect(moved.stateDueAt).toEqual(walk(others, moves).clocks.stateDueAt);
        expect(withCategoryTargets(moved, targets)).toEqual(clocks);
      }),
      { numRuns: 300 },
    );
  });
});
