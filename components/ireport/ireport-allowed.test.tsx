import { describe, expect, it } from "vitest";
import { IREPORT_STATES, IREPORT_TRANSITIONS, isOpenIreport } from "@/lib/contract/ireport.values";
import { actionsOf, isTaken, stepOf } from "./ireport-allowed";

const ADA = { id: "a", name: "Ada Obi", email: "ada@crossriverpay.example" };
const of = (state: (typeof IREPORT_STATES)[number]) => actionsOf({ state, owner: ADA, reopen_until: null });

describe("actions on a report's page", () => {
  it.each(IREPORT_STATES)("offers in the state %s only transitions that are allowed", (state) => {
    const ways = IREPORT_TRANSITIONS[state];
    const step = stepOf({ state });
    if (step === "resume") expect(ways).toContain("in_progress");
    else if (step) expect(ways).toContain(step);
    expect(of(state).includes("resolve")).toBe(ways.includes("resolved"));
    expect(of(state).includes("ask")).toBe(ways.includes("waiting_for_citizen"));
    // Every open report allows both: the API performs the intermediate steps.
    for (const end of ["reject", "duplicate"] as const) expect(of(state).includes(end)).toBe(isOpenIreport(state));
  });

  it("offers claiming of reports without an owner, and reopening until its deadline", () => {
    expect(of("in_progress")).not.toContain("claim");
    expect(actionsOf({ state: "in_progress", owner: null, reopen_until: null })).toContain("claim");
    expect(of("resolved")).toEqual([]);
    const reopen_until = "2026-11-30T10:00:00.000Z";
    expect(actionsOf({ state: "resolved", owner: ADA, reopen_until })).toEqual(["reopen"]);
  });

  it("reports a report as taken by another admin only while it is open", () => {
    expect(isTaken({ state: "acknowledged", owner: ADA }, "me")).toBe(true);
    expect(isTaken({ state: "acknowledged", owner: ADA }, "a")).toBe(false);
    expect(isTaken({ state: "acknowledged", owner: null }, "me")).toBe(false);
    expect(isTaken({ state: "resolved", owner: ADA }, "me")).toBe(false);
  });
});
