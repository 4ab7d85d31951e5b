import { expect, it } from "vitest";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { applicationNextStepText } from "./application-status";
import { describeApplicationAction, describeScoreCount, formatMeanScore } from "./grant-words";

it("converts the filters of grant applications in the URL to the API's input", () => {
  const parseSearch = (search: string) => toApiInput(parseListParams(APPLICATION_LIST, new URLSearchParams(search)));
  expect(parseSearch("waits=true&unpaid=true&duplicate=any&review=mine&sort=-score&page=2")).toEqual({
    ...{ page: 1, size: 20, sort: "-score", duplicate: "any", review: "mine" },
    ...{ waits: "true", unpaid: "true" },
  });
  expect(parseSearch("waits=yes&state=paid&sort=-submitted_at")).toEqual({ page: 0, size: 20 });
});

it("describes the next step of a grant application in each state", () => {
  const applicationIn = (state: string, reviews: number, overrides: object) =>
    applicationNextStepText({
      state,
      reviews,
      batch: null,
      reason: null,
      duplicates: [],
      ...overrides,
    } as unknown as ApplicationDetails);
  expect(applicationIn("submitted", 1, {})).toBe("Next: shortlist or reject it. Two scores are needed: one is in.");
  expect(applicationIn("shortlisted", 1, {})).toBe("Two scores are needed: one is in. It can be approved after that.");
  expect(applicationIn("shortlisted", 2, { waits_for_applicant: true })).toBe(
    "Both scores are in. The applicant's answer is still missing. It can be approved after that, or rejected now.",
  );
  expect(applicationIn("shortlisted", 2, { duplicates: ["phone"], duplicates_cleared: false })).toBe(
    "Both scores are in. Next: check its duplicates, then approve or reject it.",
  );
  expect(applicationIn("shortlisted", 2, { duplicates: ["phone"], duplicates_cleared: true })).toBe(
    "Both scores are in. Next: approve or reject it.",
  );
  expect(applicationIn("approved", 2, { batch: { id: "b", name: "GRB-1" } })).toBe("In payout batch GRB-1.");
  expect(applicationIn("rejected", 0, { reason: "No stall." })).toBe("No stall.");
});

it("formats a grant application's scores and history entries", () => {
  expect([formatMeanScore(7_050), formatMeanScore(6_000)]).toEqual(["70.5", "60"]);
  expect(describeScoreCount(2)).toBe("Both scores are in.");
  const entry = (field: string, after: string) => ({
    ...{ action: "grant.decide", words: "Decided", changes: [{ field, before: null, after }] },
  });
  expect(describeApplicationAction(entry("state", "payment_failed"))).toBe("Payment failed");
  expect(describeApplicationAction(entry("not_decided", "Too much."))).toBe("Decision refused");
  expect(describeApplicationAction({ ...entry("state", "paid"), action: "grant.review", words: "Scored" })).toBe(
    "Scored",
  );
});
