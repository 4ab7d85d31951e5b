import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IREPORT_STATES, IREPORT_TRANSITIONS, type IreportState } from "@/lib/contract/ireport.values";
import { begun, type Clocks, entered, isLate, mayEnter, reopenUntil, retargeted, type Targets } from "./report-clocks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = new Date("2026-11-01T08:00:00Z");
const TARGETS: Targets = { targetHours: 72, submittedHours: 4, acknowledgedHours: 24, inProgressHours: 48 };
const at = (hours: number) => new Date(START.getTime() + hours * HOUR);
const run = (...steps: [IreportState, number][]) =>
  steps.reduce((clocks, [to, hours]) => entered(clocks, to, at(hours), TARGETS), begun(START, TARGETS));

describe("the clocks of a report", () => {
  it("begin with it, and each state has its own", () => {
    expect(begun(START, TARGETS)).toMatchObject({ dueAt: at(72), stateDueAt: at(4), stoppedAt: null });
    expect(run(["acknowledged", 2])).toMatchObject({ dueAt: at(72), stateDueAt: at(26), acknowledgedAt: at(2) });
    expect(run(["acknowledged", 2], ["in_progress", 5])).toMatchObject({ dueAt: at(72), stateDueAt: at(53) });
  });

  it("stand still while the citizen is asked, and go on where they stopped", () => {
    const asked = run(["acknowledged", 2], ["waiting_for_citizen", 3]);
    expect(asked).toMatchObject({ stoppedAt: at(3), stateSince: at(2), resumeState: "acknowledged", dueAt: at(72) });
    expect(isLate(asked, at(1_000))).toBe(false);
    expect(entered(asked, "acknowledged", at(13), TARGETS)).toMatchObject({
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

  it("end with it, and go on after a reopening as if the time between had not been", () => {
    const resolved = run(["acknowledged", 2], ["in_progress", 3], ["resolved", 10]);
    expect(resolved).toMatchObject({ stoppedAt: at(10), stateDueAt: null, resolvedAt: at(10), dueAt: at(72) });
    expect(reopenUntil(resolved)).toEqual(at(10 + 14 * 24));
    expect(entered(resolved, "in_progress", at(30), TARGETS)).toMatchObject({
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

  it("let a report be reopened until the last moment of the 14th day", () => {
    const resolved = run(["acknowledged", 1], ["in_progress", 2], ["resolved", 3]);
    expect(mayEnter(resolved, "in_progress", at(3 + 14 * 24))).toBe(true);
    expect(mayEnter(resolved, "in_progress", new Date(at(3 + 14 * 24).getTime() + 1))).toBe(false);
  });

  it("count new targets from the old beginnings", () => {
    const moved = { ...TARGETS, targetHours: 10, acknowledgedHours: 1 };
    const open = run(["acknowledged", 2], ["waiting_for_citizen", 3], ["acknowledged", 5]);
    expect(retargeted(open, moved)).toMatchObject({ targetHours: 10, dueAt: at(12), stateDueAt: at(5) });
    expect(retargeted(run(["acknowledged", 2], ["waiting_for_citizen", 3]), moved).stateDueAt).toEqual(at(3));
    const closed = run(["acknowledged", 1], ["in_progress", 2], ["rejected", 3]);
    expect(retargeted(closed, moved)).toMatchObject({ dueAt: at(10), stateDueAt: null });
  });

  it("never run backwards, also where another instance's watch is a little behind", () => {
    const asked = run(["acknowledged", 2], ["waiting_for_citizen", 3]);
    expect(entered(asked, "acknowledged", at(2.9), TARGETS)).toMatchObject({ stoppedMs: 0, dueAt: at(72) });
  });

  it("throw on every way that docs/rules.md doesn't have", () => {
    for (const from of IREPORT_STATES)
      for (const to of IREPORT_STATES) {
        const resumeState = from === "waiting_for_citizen" ? "in_progress" : null;
        const resolvedAt = from === "resolved" ? START : null;
        const clocks = { ...begun(START, TARGETS), state: from, resumeState, resolvedAt } as const;
        const allowed = IREPORT_TRANSITIONS[from].includes(to) && (resumeState === null || to === resumeState);
        const go = () => entered(clocks, to, at(1), TARGETS);
        if (allowed) expect(go).not.toThrow();
        else expect(go, `${from} to ${to}`).toThrow("doesn't go");
      }
  });
});

/**
 * The same told the slow way: every stretch of time in one state is written down, and due times are found by adding up
 * how long each clock has run.
 */
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
/** What is tried next, and after how many ms; what a report can't do is left out. */
const tries = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 5 * DAY })), { maxLength: 40 });

/** Walks by the model and by the clocks at once. */
function walk(targets: Targets, moves: [number, number][]) {
  let clocks = begun(START, targets);
  let now = START.getTime();
  const past: Stretch[] = [];
  for (const [choice, wait] of moves) {
    const begunAt = now;
    now += wait;
    const ways = IREPORT_STATES.filter((to) => mayEnter(clocks, to, new Date(now)));
    const to = ways[choice % Math.max(1, ways.length)];
    past.push({ state: clocks.state, from: begunAt, to: now });
    if (!to) continue;
    clocks = entered(clocks, to, new Date(now), targets);
  }
  return { clocks, past, now };
}

/** How long the desk has had the report, and its present state, while nobody else was to act. */
function ran({ clocks, past }: { clocks: Clocks; past: Stretch[] }) {
  const active = past.filter(({ state }) => isRunning(state));
  const sum = (stretches: Stretch[]) => stretches.reduce((total, { from, to }) => total + to - from, 0);
  const since = clocks.stateSince.getTime();
  return { whole: sum(active), inState: sum(active.filter(({ from }) => from >= since)) };
}

describe("over random ways through the states", () => {
  it("what is left of both clocks is the target less the time in which the desk had to act", () => {
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

  it("new targets hold as if they always had for the whole report and since the state began for the state", () => {
    fc.assert(
      fc.property(targetsOf, targetsOf, tries, (targets, others, moves) => {
        const { clocks } = walk(targets, moves);
        const moved = retargeted(clocks, others);
        expect(moved.dueAt).toEqual(walk({ ...targets, targetHours: others.targetHours }, moves).clocks.dueAt);
        expect(moved.stateDueAt).toEqual(walk(others, moves).clocks.stateDueAt);
        expect(retargeted(moved, targets)).toEqual(clocks);
      }),
      { numRuns: 300 },
    );
  });
});
