import type { IdentityType, KycCheck, KycDecision, KycFlag, KycReason } from "@/lib/contract/kyc.values";
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

export const CHECK_WORDS: Record<KycCheck, string> = {
  name_matches: "The name on the document is the name submitted",
  birth_date_matches: "The date of birth is the same",
  number_matches: "The identity number is the one on the document",
  face_matches: "The selfie shows the person on the document",
  document_genuine: "The document looks genuine, is readable and valid",
  address_matches: "The proof of address names this person and address",
  address_recent: "The proof of address is less than three months old",
  flags_examined: "Every risk flag was looked into",
};

/** What happened to a request, in the past tense of its history. */
const ACTION_WORDS: Record<string, string> = {
  "kyc.submit": "Submitted by the user",
  "kyc.resubmit": "Submitted again by the user",
  "kyc.submitFromApp": "Submitted in the app",
  "kyc.resubmitFromApp": "Submitted again in the app",
  "kyc.claim": "Claimed",
  "kyc.next": "Claimed",
  "kyc.check": "Claimed with a first check",
  "kyc.release": "Released",
  "kyc.assign": "Assigned",
  "kyc.decide": "Decided",
  "kyc.note": "Internal note",
  "kyc.reopen": "Reopened",
  "kyc.revoke": "Revocation asked for",
  "kyc.reveal": "Identity number shown",
  "approvals.decide": "Revocation decided",
  "approvals.cancel": "Revocation withdrawn",
  "approvals.expire": "Request for the revocation expired",
  "rp.setAdminStatus": "An officer was suspended",
  "rp.deleteAdmins": "An officer was deleted",
};
export const actionWords = (action: string) => ACTION_WORDS[action] ?? titleCase(action.split(".").at(-1) ?? action);

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
