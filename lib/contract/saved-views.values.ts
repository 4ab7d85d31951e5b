/** Names of the lists that have saved views. Each is the `name` of a declared list. */
export const LIST_NAMES = [
  "acceptances",
  "admins",
  "announcements",
  "approvals",
  "audit-trails",
  "bank-statements",
  "broadcasts",
  "culture",
  "disputes",
  "event-cancellation",
  "events",
  "faq",
  "faq-misses",
  "grant-applications",
  "grant-payout-rows",
  "grant-payouts",
  "grant-programmes",
  "ireports",
  "kyc",
  "promotion-abuse",
  "promotion-codes",
  "promotion-redemptions",
  "promotions",
  "promotions-archive",
  "reconciliation-items",
  "revenue-heads",
  "roles",
  "slides",
  "tickets",
  "transactions",
  "user-activities",
  "user-activities-all",
  "user-activity",
  "user-grants",
  "user-groups",
  "user-ireports",
  "user-statement",
  "user-tickets",
  "user-transactions",
  "users",
  "wallet-movements",
  "wallet-statement",
  "webhook-deliveries",
] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Who sees a saved view: its owner, the admins of a role, or every admin who may read the list. */
export const VIEW_AUDIENCES = ["mine", "role", "everybody"] as const;
export type ViewAudience = (typeof VIEW_AUDIENCES)[number];
export const VIEW_AUDIENCE_WORDS: Record<ViewAudience, string> = {
  mine: "Only me",
  role: "Admins of a role",
  everybody: "Everybody who may read this list",
};

/** Maximum length of a saved view's name. */
export const VIEW_NAME_MAX = 60;
/** Maximum number of views of one admin on one list. */
export const SAVED_VIEWS_MAX = 50;
/** Maximum number of views of one list that are shared with everybody, of all admins together. */
export const SHARED_VIEWS_MAX = 50;
/** Maximum length of a saved view's filters, as a query string. */
export const VIEW_QUERY_STRING_MAX = 4_000;
/** Maximum number of columns in the stored order of a list's columns. */
export const VIEW_COLUMNS_MAX = 60;
/** Maximum length of a column's id. */
export const COLUMN_ID_LENGTH_MAX = 40;
