import type { IdentityType, KycDecision, KycFlag, KycReason } from "@/lib/contract/kyc.values";
import { titleCase } from "@/lib/format";

/** How the module's values read on screen. */
export const FLAG_WORDS: Record<KycFlag, string> = {
  duplicate_number: "Same identity number on another user",
  duplicate_photo: "Same photo on another user",
  under_18: "Under 18",
  name_differs: "Name differs from the account",
  document_expired: "Document expired",
  many_requests: "Many requests from one device or address",
};

const REASON_WORDS: Partial<Record<KycReason, string>> = { under_age: "Under age", other: "Another reason" };
export const reasonWords = (reason: KycReason) => REASON_WORDS[reason] ?? titleCase(reason);

export const identityWords = (type: IdentityType) => titleCase(type);

export const DECISION_WORDS: Record<KycDecision, { action: string; done: string }> = {
  approved: { action: "Approve", done: "approved" },
  rejected: { action: "Reject", done: "rejected" },
  resubmission_requested: { action: "Ask for resubmission", done: "asked to submit again" },
};

export const optionsOf = <T extends string>(values: readonly T[], words: (value: T) => string = titleCase) =>
  values.map((value) => ({ value, label: words(value) }));

/** Under this name a decision that a session's end interrupted is found again. */
export const draftName = (kycId: string, decision: KycDecision) => `kyc.decide:${kycId}:${decision}`;
