import {
  type IdentityType,
  KYC_REASON_WORDS,
  type KycCheck,
  type KycDecision,
  type KycReason,
} from "@/lib/contract/kyc.values";
import { titleCase } from "@/lib/format";

/** How the module's values read on screen. */
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
  "kyc.resubmit": "Resubmitted by the user",
  "kyc.submitFromApp": "Submitted in the app",
  "kyc.resubmitFromApp": "Resubmitted in the app",
  "kyc.claim": "Claimed",
  "kyc.next": "Claimed",
  "kyc.check": "Claimed with a first check",
  "kyc.release": "Released",
  "kyc.assign": "Assigned",
  "kyc.assignMatching": "Assigned",
  "kyc.releaseIdle": "Released: no work on it",
  "kyc.decide": "Decided",
  "kyc.note": "Internal note",
  "kyc.reopen": "Reopened",
  "kyc.revoke": "Requested revocation",
  "kyc.reveal": "Identity number shown",
  "approvals.decide": "Revocation decided",
  "approvals.cancel": "Revocation withdrawn",
  "approvals.expire": "Request for the revocation expired",
  "rp.setAdminStatus": "An officer was suspended",
  "rp.deleteAdmins": "An officer was deleted",
};
export const actionWords = (action: string) => ACTION_WORDS[action] ?? titleCase(action.split(".").at(-1) ?? action);

export const reasonWords = (reason: KycReason) => KYC_REASON_WORDS[reason] ?? titleCase(reason);

export const identityWords = (type: IdentityType) => titleCase(type);

export const DECISION_WORDS: Record<KycDecision, { action: string; done: string }> = {
  approved: { action: "Approve", done: "approved" },
  rejected: { action: "Reject", done: "rejected" },
  resubmission_requested: { action: "Ask for resubmission", done: "asked to submit again" },
};

/** Under this name a decision that a session's end interrupted is found again. */
export const draftName = (kycId: string, decision: KycDecision) => `kyc.decide:${kycId}:${decision}`;
