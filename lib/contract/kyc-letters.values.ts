import type { KycDecision, KycReason } from "./kyc.values";

/** Tells the user what was wrong, by the officer's reason. Empty for the reason "other", for which the officer writes the text. */
const PROBLEM_TEXTS: Record<KycReason, string> = {
  unreadable_document: "We could not read the photo of your document.",
  document_expired: "The document that you sent has expired.",
  details_do_not_match: "The details that you entered are not the same as on your document.",
  selfie_does_not_match: "We could not confirm that your selfie shows the person on the document.",
  document_missing: "A document that we need is missing.",
  suspected_fraud: "We could not confirm that the document that you sent is yours.",
  under_age: "You have to be 18 years old or older for this tier.",
  other: "",
};

/** Tells the user what to do, for problems that a new submission can correct. */
const REMEDY_TEXTS: Partial<Record<KycReason, string>> = {
  unreadable_document:
    "Please take a new photo of the whole document in daylight, without flash, and send your request again.",
  document_expired: "Please send your request again with a document that is still valid.",
  details_do_not_match: "Please enter your details exactly as they are on the document and send your request again.",
  selfie_does_not_match: "Please take a new selfie in good light, without hat or glasses, and send your request again.",
  document_missing: "Please add the document and send your request again.",
};

const OFFICE_ADVICE = "Please come to our office with the original document.";
const OUTCOME_TEXTS: Record<Exclude<KycDecision, "approved"> | "revoked", string> = {
  resubmission_requested: OFFICE_ADVICE,
  rejected: `Your account keeps its current tier. ${OFFICE_ADVICE}`,
  revoked: `Your account returns to a lower tier. ${OFFICE_ADVICE}`,
};

/** Returns a suggested text: what was wrong and what to do next. Empty for `other`, which the officer must write. */
export function kycLetter(reason: KycReason, outcome: keyof typeof OUTCOME_TEXTS): string {
  if (!PROBLEM_TEXTS[reason]) return "";
  const remedy = outcome === "resubmission_requested" ? REMEDY_TEXTS[reason] : undefined;
  return `${PROBLEM_TEXTS[reason]} ${remedy ?? OUTCOME_TEXTS[outcome]}`;
}
