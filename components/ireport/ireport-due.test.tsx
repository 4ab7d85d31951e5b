import { describe, expect, it } from "vitest";
import { describeReportDeadline } from "./ireport-due";

const now = Date.parse("2026-11-21T12:00:00Z");
const hoursFromNow = (count: number) => new Date(now + count * 3_600_000).toISOString();
/** A report that was submitted 30 hours ago and has been in its current state for 4 hours. */
const makeReport = (overrides: Partial<Parameters<typeof describeReportDeadline>[0]> = {}) => ({
  state: "in_progress" as const,
  submitted_at: hoursFromNow(-30),
  state_since: hoursFromNow(-4),
  due_at: hoursFromNow(42),
  state_due_at: hoursFromNow(20),
  stopped_at: null,
  ...overrides,
});

describe("a deadline that is not paused", () => {
  it.each([
    [42, "due in 42 h", "calm"],
    // The warning starts in the last quarter of the time, here the last ten of 40 hours.
    [10.5, "due in 10 h", "calm"],
    [9.5, "due in 9 h", "soon"],
    [-2, "2 h late", "late"],
  ])("shows a report that is due in %d hours as “%s” in the colour %s", (hoursLeft, expected, tone) => {
    expect(describeReportDeadline(makeReport({ due_at: hoursFromNow(hoursLeft) }), "report", now)).toMatchObject({
      words: expected,
      tone,
    });
  });

  it("measures the deadline of a report's current state from the start of that state", () => {
    expect(describeReportDeadline(makeReport({ state_due_at: hoursFromNow(-3) }), "state", now)).toMatchObject({
      words: "3 h late",
      tone: "late",
    });
    expect(describeReportDeadline(makeReport({ state_due_at: hoursFromNow(1.5) }), "state", now)).toMatchObject({
      tone: "soon",
    });
    expect(describeReportDeadline(makeReport({ state_due_at: hoursFromNow(2.5) }), "state", now)).toMatchObject({
      tone: "calm",
    });
  });
});

it("shows a report's paused deadline as the time that was left when the question was sent", () => {
  const waitingReport = makeReport({
    state: "waiting_for_citizen",
    stopped_at: hoursFromNow(-100),
    due_at: hoursFromNow(-95),
    state_due_at: hoursFromNow(-103),
  });
  expect(describeReportDeadline(waitingReport, "report", now)).toMatchObject({
    words: "Paused, 5 h left",
    tone: "calm",
  });
  expect(describeReportDeadline(waitingReport, "state", now)).toMatchObject({
    words: "Paused, 3 h late",
    tone: "calm",
  });
});

it.each(["resolved", "rejected", "duplicate"] as const)("shows no clock for a report that is %s", (state) => {
  const closed = makeReport({ state, stopped_at: hoursFromNow(-1), state_due_at: null });
  expect(describeReportDeadline(closed, "report", now)).toBeNull();
  expect(describeReportDeadline(closed, "state", now)).toBeNull();
});
