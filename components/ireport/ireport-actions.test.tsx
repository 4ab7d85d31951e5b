import { describe, expect, it } from "vitest";
import { IREPORT_STATES, IREPORT_TRANSITIONS, isOpenIreport } from "@/lib/contract/ireport.values";
import { allowedIreportActions, isReportOwnedByOtherAdmin, nextIreportStep } from "./ireport-actions";

const OFFICER = { id: "a", name: "Ada Obi", email: "ada@crossriverpay.example" };
const actionsAllowedIn = (state: (typeof IREPORT_STATES)[number]) =>
  allowedIreportActions({ state, owner: OFFICER, reopen_until: null });

describe("actions on a report's page", () => {
  it.each(IREPORT_STATES)("offers only the actions that a report's state allows: %s", (state) => {
    const transitions = IREPORT_TRANSITIONS[state];
    const step = nextIreportStep({ state });
    if (step === "resume") expect(transitions).toContain("in_progress");
    else if (step) expect(transitions).toContain(step);
    expect(actionsAllowedIn(state).includes("resolve")).toBe(transitions.includes("resolved"));
    expect(actionsAllowedIn(state).includes("ask")).toBe(transitions.includes("waiting_for_citizen"));
    // Every open report can be rejected or marked as a duplicate: the API makes the state changes in between.
    for (const end of ["reject", "duplicate"] as const)
      expect(actionsAllowedIn(state).includes(end)).toBe(isOpenIreport(state));
  });

  it("offers to claim reports without an owner, and to reopen resolved reports until their reopening deadline", () => {
    expect(actionsAllowedIn("in_progress")).not.toContain("claim");
    expect(allowedIreportActions({ state: "in_progress", owner: null, reopen_until: null })).toContain("claim");
    expect(actionsAllowedIn("resolved")).toEqual([]);
    const reopen_until = "2026-11-30T10:00:00.000Z";
    expect(allowedIreportActions({ state: "resolved", owner: OFFICER, reopen_until })).toEqual(["reopen"]);
  });

  it("counts a report as owned by another admin only while the report is open", () => {
    expect(isReportOwnedByOtherAdmin({ state: "acknowledged", owner: OFFICER }, "me")).toBe(true);
    expect(isReportOwnedByOtherAdmin({ state: "acknowledged", owner: OFFICER }, "a")).toBe(false);
    expect(isReportOwnedByOtherAdmin({ state: "acknowledged", owner: null }, "me")).toBe(false);
    expect(isReportOwnedByOtherAdmin({ state: "resolved", owner: OFFICER }, "me")).toBe(false);
  });
});
