import "server-only";
import type { KycReason } from "@/lib/contract/kyc.values";
import type { KycProblem } from "./kyc-stories";
import { assertDefined, type SeedRandom } from "./random";

/** Officers' messages to citizens about a decision, by the reason of the decision. */
const REASON_MESSAGES: Record<KycReason, readonly string[]> = {
  unreadable_document: [
    "The photo of your card is blurred and we can't read the number. Please take it again in daylight, with the card flat on a table.",
    "We could not read your date of birth on the photo. Please send a sharper one with all four corners of the card in view.",
    "Your photo is out of focus. Please clean the camera, hold the phone still and send it again. Thank you for your patience.",
  ],
  document_expired: [
    "The document you sent has expired. Please send one that is still valid, for example your NIN.",
    "This document is past its expiry date, so we can't accept it. You can send another kind of document instead.",
  ],
  details_do_not_match: [
    "The date of birth on your document is not the one you typed. Please check it and send your request again.",
    "Your date of birth differs from the one on your document. If the document is wrong, have it corrected first, then write to us.",
  ],
  selfie_does_not_match: [
    "The person in the selfie does not look like the person on the card. Please take the selfie yourself, without a cap or sunglasses.",
    "We could not match your selfie with the photo on your document. Please try again in good light, looking at the camera.",
  ],
  document_missing: [
    "The back of your card is missing. Please send both sides, and we will look at it the same day.",
    "We only received the front of your card. Please add a photo of the back.",
  ],
  suspected_fraud: [
    "We could not confirm that these details are yours. Please visit our office in Calabar with your original document.",
    "We were not able to confirm this identity. If you think this is a mistake, please visit any of our offices with your original document.",
  ],
  under_age: [
    "You need to be 18 to have a verified account. You are welcome to apply again after your birthday.",
    "Accounts can be verified from the age of 18. Until then you can go on using the free services of the app.",
  ],
  other: [
    "We called you twice to confirm these details and could not reach you. Please apply again when you can take our call.",
    "You told us by phone that you no longer want this change, so we closed the request. You can apply again at any time.",
  ],
};

/** Officers' messages for problems that the reason of the rejection alone does not describe correctly. */
const PROBLEM_MESSAGES: Partial<Record<KycProblem, readonly string[]>> = {
  name_differs: [
    "The name on your document is not the name on your account. Please correct your account or send a document in the same name.",
    "Your account and your document carry different names. If you changed your name, please send the certificate as well.",
  ],
  duplicate_number: [
    "This identity number is already used on another account. If you think this is a mistake, please visit our office with your original document.",
  ],
  duplicate_photo: [
    "The same selfie was sent for another account. Please visit our office in Calabar with your original document.",
  ],
};

const REVOCATION_MESSAGES: Partial<Record<KycReason, string>> = {
  suspected_fraud:
    "We found that this identity was used without its owner's consent and have withdrawn the confirmation. Please visit our office in Calabar.",
  details_do_not_match:
    "The register shows other details than those we confirmed, so your tier has been set back. Please apply again with your corrected document.",
  other:
    "You asked us to withdraw the confirmation of your identity. Your tier has been set back and you can apply again at any time.",
};

/** Picks an officer's message to the citizen about a decision with this reason or problem. */
export const decisionMessageFor = (random: SeedRandom, reason: KycReason, cause: KycProblem | undefined) =>
  random.pick((cause && PROBLEM_MESSAGES[cause]) ?? REASON_MESSAGES[reason]);
/** Returns the message to a citizen whose approval was revoked for this reason. */
export const revocationMessageFor = (reason: KycReason) => assertDefined(REVOCATION_MESSAGES[reason]);
