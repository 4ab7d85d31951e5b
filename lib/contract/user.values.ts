import { LGAS } from "./kyc.values";
import { anyOf, day, declareList, naira, oneOf, uuid } from "./list.values";
/** Words of the User module that screens, contract and tables share (docs/rules.md, User management). */
export const USER_STATUSES = ["active", "restricted", "suspended", "closed"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Where an account can go from a status; the database refuses everything else as well. */
export const USER_TRANSITIONS: Record<UserStatus, readonly UserStatus[]> = {
  active: ["restricted", "suspended", "closed"],
  restricted: ["active", "closed"],
  suspended: ["active", "closed"],
  closed: [],
};

/** 0 until a first identity request is approved. */
export const USER_TIERS = ["0", "1", "2", "3"] as const;

/** Somebody is new for this many Lagos days, that of joining included. */
export const NEW_USER_DAYS = 30;

/** What a restricted wallet may not do. */
export const RESTRICTIONS = ["no_debit", "no_credit", "both"] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

export const LEGAL_BASES = [
  "court_order",
  "law_enforcement_request",
  "regulator_directive",
  "fraud_investigation",
  "user_request",
] as const;
export type LegalBasis = (typeof LEGAL_BASES)[number];

export const EXTERNAL_ID_MAX = 100;

/** Why another account may be the same person's. */
export const SIMILAR_REASONS = ["phone", "identity_number", "name_and_birth_date"] as const;
export type SimilarReason = (typeof SIMILAR_REASONS)[number];
/** As many as are named. */
export const SIMILAR_MAX = 20;

export const REASON_MAX = 400;
export const NOTE_MAX = 2_000;

/** `static`: chosen people; `rule`: anyone who fits it at the moment that somebody asks. */
export const GROUP_KINDS = ["static", "rule"] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export const GROUP_NAME_MAX = 80;
export const GROUP_DESCRIPTION_MAX = 400;
export const AGE_MAX = 120;

/** Over how many Lagos days, today included, a rule adds up what somebody spent; 30 unless it says. */
export const SPEND_DAYS = ["7", "30", "90", "365"] as const;
export const SPEND_DAYS_UNSAID = "30" as const;

/** People that one change of a group adds or removes, and rows that one check takes. */
export const MEMBERS_MAX = 5_000;

/** The list of users; `group`: members of this group. */
export const USER_LIST = declareList({
  sorts: ["joined_at", "last_seen_at", "name", "balance"],
  defaultSort: "-joined_at",
  filters: {
    status: anyOf(USER_STATUSES),
    tier: anyOf(USER_TIERS),
    lga: anyOf(LGAS),
    joined_from: day,
    joined_to: day,
    balance_min: naira,
    balance_max: naira,
    group: uuid,
  },
});

export const GROUP_LIST = declareList({
  sorts: ["name", "created_at"],
  defaultSort: "name",
  filters: { kind: oneOf(GROUP_KINDS) },
});
