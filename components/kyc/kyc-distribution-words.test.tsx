import { expect, it } from "vitest";
import { describeKycDistribution } from "./kyc-distribution-words";

const matchingCount = (total: number, totalIsCapped = false) => ({ total, totalIsCapped });
const officerNames = (count: number) => Array.from({ length: count }, (_, index) => `Officer ${index}`);

it.each([
  [412, 0, false, "412 unassigned requests match. Choose who gets them."],
  [1, 0, false, "1 unassigned request matches. Choose who gets it."],
  [0, 2, false, "No unassigned request matches these filters."],
  [0, 2, true, "No open request matches these filters."],
  [412, 1, false, "412 unassigned requests will go to Officer 0."],
  [412, 3, false, "412 unassigned requests will be split between 3 officers: 138, 137 and 137."],
  [2, 3, false, "2 unassigned requests will be split between 3 officers: 1, 1 and 0."],
  [40, 2, true, "40 open requests will be split between 2 officers: 20 and 20."],
  [412, 10, false, "412 unassigned requests will be split between 10 officers: 41 or 42 each."],
  [400, 10, false, "400 unassigned requests will be split between 10 officers: 40 each."],
  [812, 2, false, "The oldest 500 of 812 unassigned requests will be split between 2 officers: 250 and 250."],
] as const)(
  "describes how %s identity requests are distributed among %s officers, with assignee filter: %s",
  (total, officers, hasAssigneeFilter, expected) => {
    expect(describeKycDistribution(matchingCount(total), officerNames(officers), hasAssigneeFilter)).toBe(expected);
  },
);

it("states that more identity requests match the filter than the API counts", () => {
  expect(describeKycDistribution(matchingCount(10_000, true), officerNames(1), false)).toBe(
    "The oldest 500 of 10,000+ unassigned requests will go to Officer 0.",
  );
});
