import { expect, it } from "vitest";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { APPLICATION_LIST } from "@/lib/contract/grant.values";
import type { ApplicationSingle } from "@/lib/contract/grant-applications";
import { nextWords } from "./application-status";
import { historyWords, scoresWords, scoreWords } from "./grant-words";

it("converts the URL's filters to the API's input", () => {
  const read = (search: string) => toApiInput(parseListParams(APPLICATION_LIST, new URLSearchParams(search)));
  expect(read("waits=true&unpaid=true&duplicate=any&review=mine&sort=-score&page=2")).toEqual({
    ...{ page: 1, size: 20, sort: "-score", duplicate: "any", review: "mine" },
    ...{ waits: "true", unpaid: "true" },
  });
  expect(read("waits=yes&state=paid&sort=-submitted_at")).toEqual({ page: 0, size: 20 });
});

it("describes the next step", () => {
  const at = (state: string, reviews: number, more: object) =>
    nextWords({ state, reviews, batch: null, reason: null, duplicates: [], ...more } as unknown as ApplicationSingle);
  expect(at("submitted", 1, {})).toBe("Next: shortlist or reject it. Two scores are needed: one is in.");
  expect(at("shortlisted", 1, {})).toBe("Two scores are needed: one is in. It can be approved after that.");
  expect(at("shortlisted", 2, { waits_for_applicant: true })).toBe(
    "Both scores are in. The applicant's answer is still missing. It can be approved after that, or rejected now.",
  );
  expect(at("shortlisted", 2, { duplicates: ["phone"], duplicates_cleared: false })).toBe(
    "Both scores are in. Next: check its duplicates, then approve or reject it.",
  );
  expect(at("shortlisted", 2, { duplicates: ["phone"], duplicates_cleared: true })).toBe(
    "Both scores are in. Next: approve or reject it.",
  );
  expect(at("approved", 2, { batch: { id: "b", name: "GRB-1" } })).toBe("In payout batch GRB-1.");
  expect(at("rejected", 0, { reason: "No stall." })).toBe("No stall.");
});

it("formats scores and history entries", () => {
  expect([scoreWords(7_050), scoreWords(6_000)]).toEqual(["70.5", "60"]);
  expect(scoresWords(2)).toBe("Both scores are in.");
  const entry = (field: string, after: string) => ({
    ...{ action: "grant.decide", words: "Decided", changes: [{ field, before: null, after }] },
  });
  expect(historyWords(entry("state", "payment_failed"))).toBe("Payment failed");
  expect(historyWords(entry("not_decided", "Too much."))).toBe("Decision refused");
  expect(historyWords({ ...entry("state", "paid"), action: "grant.review", words: "Scored" })).toBe("Scored");
});
