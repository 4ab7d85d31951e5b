import {
  type DocumentKind,
  KYC_REASON_WORDS,
  type KycCheck,
  type KycDecision,
  type KycReason,
} from "@/lib/contract/kyc.values";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { titleCase } from "@/lib/format";

/** Labels of the checklist items. */
export const CHECKLIST_ITEM_LABELS: Record<KycCheck, string> = {
  name_matches: "The name on the document is the name submitted",
  birth_date_matches: "The date of birth is the same",
  number_matches: "The identity number is the one on the document",
  face_matches: "The selfie shows the person on the document",
  document_genuine: "The document looks genuine, is readable and valid",
  address_matches: "The proof of address names this person and address",
  address_recent: "The proof of address is less than three months old",
  flags_examined: "Every risk flag was checked",
};

const DOCUMENTS_BY_CHECK: Record<KycCheck, readonly DocumentKind[]> = {
  name_matches: ["front"],
  birth_date_matches: ["front"],
  number_matches: ["front"],
  face_matches: ["front", "selfie"],
  document_genuine: ["front", "back"],
  address_matches: ["proof_of_address"],
  address_recent: ["proof_of_address"],
  flags_examined: [],
};
/** Returns the kinds of document that a checklist item is about. */
export const documentKindsForCheck = (item: KycCheck) => DOCUMENTS_BY_CHECK[item];

/** Describes an entry of an identity request's history. `kyc.next` without changes opened a request already claimed by the admin. */
export const describeKycAction = ({ action, words, changes }: Pick<TimelineEntry, "action" | "words" | "changes">) =>
  action === "kyc.next" && changes.length === 0 ? "Opened again" : words;

/** Returns the display name of a reason for rejecting or returning an identity request. */
export const kycReasonLabel = (reason: KycReason) => KYC_REASON_WORDS[reason] ?? titleCase(reason);

/** Button label of each decision on an identity request, and the text of its success toast. */
export const KYC_DECISION_TEXTS: Record<KycDecision, { action: string; done: string }> = {
  approved: { action: "Approve", done: "approved" },
  rejected: { action: "Reject", done: "rejected" },
  resubmission_requested: { action: "Ask for resubmission", done: "asked to submit again" },
};

/** Returns the storage name of the draft that keeps a note when the session ends. */
export const kycNoteDraftName = (kycId: string) => `kyc.note:${kycId}`;

/** Returns the storage name of the draft that keeps a decision's input when the session ends. */
export const kycDecisionDraftName = (kycId: string, decision: KycDecision) => `kyc.decide:${kycId}:${decision}`;
