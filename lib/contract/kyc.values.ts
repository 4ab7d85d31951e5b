import { LGAS } from "./lgas.values";
import { anyOfFilter, dayFilter, declareList, flagFilter, oneOfFilter, oneOfOrIdFilter } from "./list.values";
/** Values of the KYC module that screens, contract and tables share (docs/rules.md, KYC management). */
export const KYC_STATES = [
  "pending",
  "in_review",
  "approved",
  "rejected",
  "resubmission_requested",
  "revoked",
] as const;
export type KycState = (typeof KYC_STATES)[number];

/** States in which a request waits for an officer. */
export const KYC_OPEN_STATES = ["pending", "in_review"] as const satisfies readonly KycState[];

/** Tiers that an identity request can be for. */
export const KYC_TIERS = ["1", "2", "3"] as const;

export const IDENTITY_TYPES = ["nin", "bvn", "voters_card", "drivers_licence", "passport"] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

/** Kinds of documents of an identity request. */
export const DOCUMENT_KINDS = ["front", "back", "selfie", "proof_of_address"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Maximum size of an upload in bytes (10 MB, docs/rules.md). */
export const MAX_UPLOAD_BYTES = 10_000_000;

const TWO_SIDED_IDS: readonly IdentityType[] = ["voters_card", "drivers_licence"];
const EXPIRING_TYPES: readonly IdentityType[] = ["drivers_licence", "passport"];

/** Returns the documents that a request needs for this tier and identity type. */
export function requiredDocuments(tier: number, identityType: IdentityType): DocumentKind[] {
  return DOCUMENT_KINDS.filter(
    (kind) => (kind !== "back" || TWO_SIDED_IDS.includes(identityType)) && (kind !== "proof_of_address" || tier === 3),
  );
}
/** Returns true for identity types whose documents expire. */
export const hasExpiry = (type: IdentityType) => EXPIRING_TYPES.includes(type);

/** Formats of identity numbers, checked after spaces are removed and letters upper-cased. */
export const IDENTITY_NUMBER_FORMATS: Record<IdentityType, { pattern: RegExp; words: string }> = {
  nin: { pattern: /^\d{11}$/, words: "A NIN has 11 digits." },
  bvn: { pattern: /^\d{11}$/, words: "A BVN has 11 digits." },
  voters_card: { pattern: /^[0-9A-Z]{19}$/, words: "A voter's card number (VIN) has 19 letters and digits." },
  drivers_licence: {
    pattern: /^[A-Z]{3}[0-9A-Z]{5,12}$/,
    words: "A licence number has 3 letters and then 5 to 12 letters and digits.",
  },
  passport: { pattern: /^[A-Z][0-9]{8}$/, words: "A passport number has a letter and 8 digits." },
};

/** Risk flags that the system sets on an identity request. */
export const KYC_FLAGS = [
  "duplicate_number",
  "duplicate_photo",
  "under_18",
  "name_differs",
  "document_expired",
  "many_requests",
] as const;
export type KycFlag = (typeof KYC_FLAGS)[number];

export const KYC_FLAG_WORDS: Record<KycFlag, string> = {
  duplicate_number: "Same identity number on another user",
  duplicate_photo: "Same photo on another user",
  under_18: "Under 18",
  name_differs: "Name differs from the account",
  document_expired: "Document expired",
  many_requests: "Many requests from one device or address",
};

/** Severity of each flag. The queue of flagged requests lists the most severe first. */
export const KYC_FLAG_WEIGHTS: Record<KycFlag, number> = {
  duplicate_photo: 100,
  duplicate_number: 100,
  many_requests: 40,
  under_18: 30,
  document_expired: 20,
  name_differs: 10,
};

/** Queues of undecided requests: without risk flags, which are quick to review, and with risk flags. */
export const KYC_LANES = ["clean", "risk"] as const;
export type KycLane = (typeof KYC_LANES)[number];

/** Thresholds of the flag `many_requests`: `users` different users within `hours`, per device or IP address. */
export const MANY_REQUESTS_LIMITS = { device: { users: 3, hours: 720 }, address: { users: 10, hours: 24 } } as const;

/** Decisions on an identity request. */
export const KYC_DECISIONS = ["approved", "rejected", "resubmission_requested"] as const;
export type KycDecision = (typeof KYC_DECISIONS)[number];

/** Reasons for not approving an identity request. The user reads the text that the officer enters with the reason. */
export const KYC_REASONS = [
  "unreadable_document",
  "document_expired",
  "details_do_not_match",
  "selfie_does_not_match",
  "document_missing",
  "suspected_fraud",
  "under_age",
  "other",
] as const;
export type KycReason = (typeof KYC_REASONS)[number];

/** Labels of reasons whose value is no readable label. */
export const KYC_REASON_WORDS: Partial<Record<KycReason, string>> = { under_age: "Under age", other: "Another reason" };

/** Checks that an officer confirms before approval, depending on the requested tier. */
export const KYC_CHECKS = [
  "name_matches",
  "birth_date_matches",
  "number_matches",
  "face_matches",
  "document_genuine",
  "address_matches",
  "address_recent",
  "flags_examined",
] as const;
export type KycCheck = (typeof KYC_CHECKS)[number];

const TIER_1_CHECKS: readonly KycCheck[] = ["name_matches", "birth_date_matches", "number_matches", "face_matches"];
const CHECKS_OF_TIER: Record<number, readonly KycCheck[]> = {
  1: TIER_1_CHECKS,
  2: [...TIER_1_CHECKS, "document_genuine"],
  3: [...TIER_1_CHECKS, "document_genuine", "address_matches", "address_recent"],
};

/** Returns the checklist of a request: the items of its tier, and one more item if the request has risk flags. */
export const requiredChecksOf = (request: { tier: number; flags: readonly KycFlag[] }): KycCheck[] => [
  ...(CHECKS_OF_TIER[request.tier] ?? []),
  ...(request.flags.length ? (["flags_examined"] as const) : []),
];

/** Maximum number of requests in one bulk assignment. */
export const KYC_BULK_ASSIGN_MAX = 100;
/** Maximum numbers of requests and of officers when all matching requests are assigned. */
export const KYC_ASSIGN_MATCHING_MAX = 500;
export const KYC_ASSIGNEES_MAX = 50;
/** Maximum length of a reason in the KYC module. */
export const KYC_REASON_MAX = 400;
export const KYC_NOTE_MAX = 2_000;

/** List of identity requests. */
export const KYC_LIST = declareList({
  name: "kyc",
  sorts: ["submitted_at", "due_at", "name", "tier", "risk"],
  defaultSort: "submitted_at",
  arrival: "submitted_at",
  filters: {
    state: anyOfFilter(KYC_STATES),
    tier: anyOfFilter(KYC_TIERS),
    identity_type: anyOfFilter(IDENTITY_TYPES),
    assignee: oneOfOrIdFilter(["me", "nobody"]),
    lga: anyOfFilter(LGAS),
    submitted_from: dayFilter,
    submitted_to: dayFilter,
    late: flagFilter,
    flagged: flagFilter,
    flag: oneOfFilter(KYC_FLAGS),
    lane: oneOfFilter(KYC_LANES),
  },
});
