/**
 * Groups of calls that a key of the citizen app's server can be limited to. Each group contains the calls whose path begins with one of
 * these words below `/app/`. A test fails for a route of the app without a group.
 */
const APP_CALL_AREAS = {
  accounts: ["users"],
  kyc: ["kyc-requests"],
  payments: ["payments", "revenue-heads"],
  transfers: ["banks", "recipients", "transfers", "withdrawals"],
  events: ["events", "tickets"],
  grants: ["grants"],
  reports: ["report-categories", "reports"],
  promotions: ["promotions"],
  content: ["acceptances", "announcements", "broadcasts", "faq", "languages"],
  devices: ["devices"],
  uploads: ["uploads"],
} as const satisfies Record<string, readonly string[]>;

export type AppCallGroup = keyof typeof APP_CALL_AREAS;
/** All groups of calls that an app key can be limited to. */
export const APP_CALL_GROUPS = Object.keys(APP_CALL_AREAS) as [AppCallGroup, ...AppCallGroup[]];

export const APP_CALL_GROUP_LABELS: Record<AppCallGroup, string> = {
  accounts: "Accounts and wallets",
  kyc: "Identity requests",
  payments: "Payments",
  transfers: "Transfers and withdrawals",
  events: "Events and tickets",
  grants: "Grants",
  reports: "Reports",
  promotions: "Promotions",
  content: "News, FAQ, terms and texts",
  devices: "Devices for push notifications",
  uploads: "Uploaded files",
};

/** Returns the group of a call by its path, such as `/app/users/{userId}`; null for a path of no group. */
export function appCallGroupOf(path: string): AppCallGroup | null {
  const [, prefix, area = ""] = path.split("/");
  if (prefix !== "app") return null;
  return APP_CALL_GROUPS.find((group) => (APP_CALL_AREAS[group] as readonly string[]).includes(area)) ?? null;
}

/** Returns the path prefixes of a group's calls, such as `/app/users`. */
export const appCallPathPrefixes = (group: AppCallGroup): string[] =>
  APP_CALL_AREAS[group].map((area) => `/app/${area}`);

/** States of an app key. `replaced`: a rotation created a new key, and the replaced key stays valid until its end. */
export const APP_KEY_STATES = ["active", "replaced", "ended"] as const;
export type AppKeyState = (typeof APP_KEY_STATES)[number];

/** Where an app key is configured. `settings`: in APP_API_KEYS, which only operations can change. */
export const APP_KEY_SOURCES = ["settings", "dashboard"] as const;

/** Maximum number of keys that are valid at the same time. */
export const APP_KEYS_MAX = 50;
/** Maximum number of ended keys in the list, newest first. */
export const ENDED_APP_KEYS_MAX = 200;
/** Hours for which the old key stays valid after a rotation: default and maximum. */
export const APP_KEY_ROTATION_HOURS = 24;
export const APP_KEY_ROTATION_HOURS_MAX = 720;
/** Days before the end of a key at which admins are notified. */
export const APP_KEY_END_NOTICE_DAYS = 7;
