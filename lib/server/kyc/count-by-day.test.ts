import { expect, it } from "vitest";
import { dayTotalsFilterOf } from "./count-by-day";

it.each([
  ["without a filter", {}, [""]],
  ["by one filter", { state: "pending,in_review" }, ["state:pending", "state:in_review"]],
  ["by the caller's own requests", { assignee: "me" }, ["assignee:ada"]],
  ["by those of another officer", { assignee: "grace" }, ["assignee:grace"]],
  ["by those of nobody", { assignee: "nobody" }, ["assignee:nobody"]],
  ["by flags", { flagged: "true" }, ["flagged"]],
])("counts KYC requests from the daily totals: %s", (_, filters, facets) => {
  expect(
    dayTotalsFilterOf({ ...filters, submitted_from: "2026-05-01" } as Parameters<typeof dayTotalsFilterOf>[0], "ada"),
  ).toEqual({
    list: "kyc",
    facets,
    from: "2026-05-01",
    to: undefined,
  });
});

it.each([
  ["two filters", { state: "pending", tier: "2" }],
  ["a filter and an assignee", { state: "pending", assignee: "me" }],
  ["a search", { q: "bassey" }],
  ["a lane", { lane: "clean" }],
  ["one flag", { flag: "expired" }],
  ["lateness", { late: true }],
])("does not count KYC requests from the daily totals for %s", (_, filters) => {
  expect(dayTotalsFilterOf(filters as Parameters<typeof dayTotalsFilterOf>[0], "ada")).toBeUndefined();
});
