import { FEATURES, PERMISSION_FLAGS } from "./access";
import { anyOfFilter, declareList, flagFilter, idFilter, oneOfFilter } from "./list.values";

/** Values of roles and permissions that screens, contract and tables share (docs/rules.md, Roles and permissions). */
export const ADMIN_STATUSES = ["invited", "active", "suspended"] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

/** All rights as values of the admin list's filter, such as `KYC Management:approve`. */
export const RIGHT_FILTER_VALUES = FEATURES.flatMap((feature) =>
  PERMISSION_FLAGS.map((flag) => `${feature}:${flag}` as const),
);
/** A right as a value of the admin list's filter. */
export type RightFilterValue = (typeof RIGHT_FILTER_VALUES)[number];

/** Reasons why an account depends on another admin until a third admin confirms it (docs/rules.md, Four eyes). */
export const FOUR_EYES_CONFLICT_REASONS = ["invited", "let_in", "granted"] as const;
export type FourEyesConflictReason = (typeof FOUR_EYES_CONFLICT_REASONS)[number];

/** Maximum lengths of a role's name and description. */
export const ROLE_NAME_MAX = 80;
export const ROLE_DESCRIPTION_MAX = 400;
/** Maximum number of roles per admin. */
export const MAX_ROLES_PER_ADMIN = 20;

/** Error message for changing an admin who has a right that the caller lacks. */
export const STRONGER_ADMIN_MESSAGE = "They hold rights that you don't. Ask a full administrator.";
/** Error message for removing rights from a role that admins with more rights than the caller hold. */
export const STRONGER_HOLDERS_MESSAGE =
  "Admins who hold this role have rights that you don't, so you can't delete it or take rights from it. Ask a full administrator.";

/** List of admins. `may`: only admins with this right. `confirmable`: only accounts that the caller may confirm. */
export const ADMIN_LIST = declareList({
  name: "admins",
  sorts: ["name", "email", "last_sign_in_at", "created_at"],
  defaultSort: "name",
  arrival: "created_at",
  filters: {
    status: anyOfFilter(ADMIN_STATUSES),
    roleId: idFilter,
    may: oneOfFilter(RIGHT_FILTER_VALUES),
    full: flagFilter,
    unconfirmed: flagFilter,
    confirmable: flagFilter,
  },
});

export const ROLE_LIST = declareList({ name: "roles", sorts: ["name", "members"], defaultSort: "name", filters: {} });
