import { expect, it } from "vitest";
import { KYC_REASONS } from "./kyc.values";
import { kycLetter } from "./kyc-letters.values";

it("has a letter for each reason and outcome that can be sent as it is; another reason has to be written", () => {
  for (const reason of KYC_REASONS)
    for (const outcome of ["rejected", "resubmission_requested", "revoked"] as const) {
      const letter = kycLetter(reason, outcome);
      if (reason === "other") expect(letter).toBe("");
      else expect(letter).toMatch(/^[A-Z][^\n]{20,400}\.$/);
    }
});

it("says how to mend it where the request can be sent again, and where to go where it can't", () => {
  expect(kycLetter("unreadable_document", "resubmission_requested")).toContain("send your request again");
  expect(kycLetter("unreadable_document", "rejected")).toMatch(/stays on its present tier.*come to our office/);
  expect(kycLetter("suspected_fraud", "revoked")).toContain("lower tier");
});
