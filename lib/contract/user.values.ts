import { LGAS } from "./lgas.values";
import { anyOfFilter, dayFilter, declareList, idFilter, oneOfFilter } from "./list.values";
import { nairaFilter } from "./naira-filter.values";
/** Values of the User module that screens, contract and tables share (docs/rules.md, User management). */
export const USER_STATUSES = ["active", "restricted", "suspended", "closed"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Allowed changes of an account's status. The database enforces them too. */
export const USER_STATUS_TRANSITIONS: Record<UserStatus, readonly UserStatus[]> = {
  active: ["restricted", "suspended", "closed"],
  restricted: ["active", "closed"],
  suspended: ["active", "closed"],
  closed: [],
};

/** KYC tier; 0 until the first identity request is approved. */
export const USER_TIERS = ["0", "1", "2", "3"] as const;

/** Number of Lagos days for which a user counts as new, including the day of joining. */
export const NEW_USER_DAYS = 30;

/** Restrictions of a wallet: no outflow, no inflow, or both. */
export const WALLET_RESTRICTIONS = ["no_debit", "no_credit", "both"] as const;
export type WalletRestriction = (typeof WALLET_RESTRICTIONS)[number];

/** Legal reasons for restricting a user's wallet. */
export const RESTRICTION_LEGAL_BASES = [
  "court_order",
  "law_enforcement_request",
  "regulator_directive",
  "fraud_investigation",
  "user_request",
] as const;
export type RestrictionLegalBasis = (typeof RESTRICTION_LEGAL_BASES)[number];

/** Maximum length of an app's own id of a citizen. */
export const EXTERNAL_ID_LENGTH_MAX = 100;

/** Reasons why another account may belong to the same person. */
export const SIMILAR_USER_REASONS = ["phone", "identity_number", "name_and_birth_date"] as const;
/** Reason why another account may belong to the same person. */
export type SimilarUserReason = (typeof SIMILAR_USER_REASONS)[number];
/** Maximum number of similar accounts listed. */
export const MAX_SIMILAR_USERS = 20;

/** Maximum length of the reason for a change of an account, and of its text for the citizen. */
export const USER_REASON_MAX = 400;
export const USER_NOTE_MAX = 2_000;

/** Details that an admin can correct, with the approval of another admin. */
export const CORRECTABLE_USER_FIELDS = ["first_name", "middle_name", "last_name", "phone", "email"] as const;
export type CorrectableUserField = (typeof CORRECTABLE_USER_FIELDS)[number];

/** `static`: chosen people. `rule`: all users who match the rule when it is evaluated. */
export const USER_GROUP_KINDS = ["static", "rule"] as const;
export type GroupKind = (typeof USER_GROUP_KINDS)[number];

export const GROUP_NAME_MAX = 80;
export const GROUP_DESCRIPTION_MAX = 400;
/** Highest age in a group's rule or a programme's conditions. */
export const MAX_AGE = 120;

/** Periods over which a group's rule adds up spending, in Lagos days including today. */
export const SPENDING_PERIOD_DAYS = ["7", "30", "90", "365"] as const;
/** Default period in days over which a group's rule adds up spending. */
export const SPENDING_PERIOD_DAYS_DEFAULT = "30" as const;

/** Maximum number of people added or removed in one change of a group, and of rows in one check. */
export const MAX_CHANGED_GROUP_MEMBERS = 5_000;

/** List of users. `group`: members of this group. */
export const USER_LIST = declareList({
  name: "users",
  sorts: ["joined_at", "last_seen_at", "name", "balance"],
  defaultSort: "-joined_at",
  arrival: "joined_at",
  filters: {
    status: anyOfFilter(USER_STATUSES),
    tier: anyOfFilter(USER_TIERS),
    lga: anyOfFilter(LGAS),
    joined_from: dayFilter,
    joined_to: dayFilter,
    balance_min: nairaFilter,
    balance_max: nairaFilter,
    group: idFilter,
  },
});

export const USER_GROUP_LIST = declareList({
  name: "user-groups",
  sorts: ["name", "created_at"],
  defaultSort: "name",
  arrival: "created_at",
  filters: { kind: oneOfFilter(USER_GROUP_KINDS) },
});
