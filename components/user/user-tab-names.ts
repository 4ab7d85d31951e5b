/** Tabs of a user's page, as named in the URL. */
export const USER_TABS = [
  "profile",
  "wallet",
  "transactions",
  "kyc",
  "reports",
  "tickets",
  "grants",
  "activity",
  "notes",
  "devices",
  "data",
] as const;
/** Tab of a user's page. */
export type UserTab = (typeof USER_TABS)[number];

/** Parses the open tab of a user's page in the URL. Defaults to the profile. */
export const parseUserTab = (raw: string | string[] | null | undefined): UserTab =>
  USER_TABS.find((tab) => tab === raw) ?? "profile";
