import { expect, it } from "vitest";
import { KYC_REASONS } from "./kyc.values";
import { kycLetter } from "./kyc-letters.values";

it("kycLetter has a text for each reason and outcome, except for `other`, which needs a custom text", () => {
  for (const reason of KYC_REASONS)
    for (const outcome of ["rejected", "resubmission_requested", "revoked"] as const) {
      const letter = kycLetter(reason, outcome);
      if (reason === "other") expect(letter).toBe("");
      else expect(letter).toMatch(/^[A-Z][^\n]{20,400}\.$/);
    }
});

it("kycLetter explains how to correct a request that can be resubmitted, or else how to contact the office", () => {
  expect(kycLetter("unreadable_document", "resubmission_requested")).toContain("send your request again");
  expect(kycLetter("unreadable_document", "rejected")).toMatch(/keeps its current tier.*come to our office/);
  expect(kycLetter("suspected_fraud", "revoked")).toContain("lower tier");
});
