import type { Feature } from "@/lib/contract/access";

/** Data groups of the specification (section 3): the first part of every TanStack Query key. */
export const QUERY_KEY_GROUPS = [
  "Auth",
  "Overview",
  "User",
  "Event",
  "Content",
  "AppConfig",
  "KYC",
  "Transaction",
  "IReport",
  "System-Wallet",
  "Promotion",
  "RP",
  "Grant",
  "System-Logs",
] as const;
/** Data group of a query: the first part of its key. */
export type QueryKeyGroup = (typeof QUERY_KEY_GROUPS)[number];

/** Page of a module with its own sidebar entry. `tab`: label of the page's tab, if it differs from the specification's entry. */
export type ModuleSubLink = { name: string; tab?: string; url: string; slug: string };

/**
 * A module for the sidebar, the route guard and the query keys (specification sections 2, 3 and 6).
 * `keyGroup` is the data group; `slugs` are the path segments that make the entry active.
 */
export type Module = {
  slug: string;
  /** Name of the sidebar entry and of the feature. An entry with `feature` null is shown to every admin. */
  name: string;
  feature: Feature | null;
  keyGroup: QueryKeyGroup;
  url: string;
  /** Query string that the menu adds to the URL, unless the list named `list` opens with a default view or the last filters. */
  start?: { list: string; query: `?${string}` };
  slugs: string[];
  icon:
    | "dashboard"
    | "kyc"
    | "user"
    | "transaction"
    | "ireport"
    | "event"
    | "system-wallet"
    | "content"
    | "promotion"
    | "grant"
    | "system-logs"
    | "rp"
    | "app-config";
  subLinks?: ModuleSubLink[];
};

/** All modules, in the specification's sidebar order. */
export const MODULES = [
  {
    slug: "overview",
    name: "Dashboard",
    feature: null,
    keyGroup: "Overview",
    url: "/dashboard",
    slugs: ["dashboard"],
    icon: "dashboard",
  },
  {
    slug: "kyc",
    name: "KYC Management",
    feature: "KYC Management",
    keyGroup: "KYC",
    url: "/dashboard/kyc-management",
    start: { list: "kyc", query: "?state=pending,in_review" },
    slugs: ["kyc-management"],
    icon: "kyc",
  },
  {
    slug: "user",
    name: "User Management",
    feature: "User Management",
    keyGroup: "User",
    url: "/dashboard/user-management",
    slugs: ["user-management"],
    icon: "user",
  },
  {
    slug: "transaction",
    name: "Transactions",
    feature: "Transactions",
    keyGroup: "Transaction",
    url: "/dashboard/transactions",
    slugs: ["transactions"],
    icon: "transaction",
  },
  {
    slug: "system-wallet",
    name: "System Wallet",
    feature: "System Wallet",
    keyGroup: "System-Wallet",
    url: "/dashboard/wallets",
    slugs: ["wallets"],
    icon: "system-wallet",
  },
  {
    slug: "ireport",
    name: "iReports",
    feature: "iReports",
    keyGroup: "IReport",
    url: "/dashboard/ireports",
    slugs: ["ireports"],
    icon: "ireport",
  },
  {
    slug: "event",
    name: "Events",
    feature: "Events",
    keyGroup: "Event",
    url: "/dashboard/event-management",
    slugs: ["event-management"],
    icon: "event",
  },
  {
    slug: "content",
    name: "Content Management",
    feature: "Content Management",
    keyGroup: "Content",
    url: "/dashboard/content-management/announcements",
    slugs: ["content-management"],
    icon: "content",
    subLinks: [
      { name: "Announcements", url: "/dashboard/content-management/announcements", slug: "announcements" },
      { name: "Sliders", url: "/dashboard/content-management/slider", slug: "slider" },
      { name: "Cultures", url: "/dashboard/content-management/culture", slug: "culture" },
    ],
  },
  {
    slug: "promotion",
    name: "Promotions",
    feature: "Promotions",
    keyGroup: "Promotion",
    url: "/dashboard/promotions",
    slugs: ["promotions"],
    icon: "promotion",
  },
  {
    slug: "grant",
    name: "Grants",
    feature: "Grants",
    keyGroup: "Grant",
    url: "/dashboard/grants",
    slugs: ["grants"],
    icon: "grant",
  },
  {
    slug: "system-logs",
    name: "System Logs",
    feature: "System Logs",
    keyGroup: "System-Logs",
    url: "/dashboard/system-logs/user-activities",
    slugs: ["system-logs"],
    icon: "system-logs",
    subLinks: [
      { name: "Activity Logs", url: "/dashboard/system-logs/user-activities", slug: "user-activities" },
      { name: "Audit Trail", url: "/dashboard/system-logs/audit-trails", slug: "audit-trails" },
    ],
  },
  {
    slug: "rp",
    name: "Roles & Permissions",
    feature: "Roles & Permissions",
    keyGroup: "RP",
    url: "/dashboard/roles-and-permissions",
    slugs: ["roles-and-permissions"],
    icon: "rp",
  },
  {
    slug: "app-config",
    name: "App Configurations",
    feature: "App Configurations",
    keyGroup: "AppConfig",
    url: "/dashboard/app-config/faq",
    slugs: ["app-config"],
    icon: "app-config",
    subLinks: [
      { name: "Faq", tab: "FAQ", url: "/dashboard/app-config/faq", slug: "faq" },
      { name: "Terms & Conditions", tab: "Terms & Condition", url: "/dashboard/app-config/terms", slug: "terms" },
      { name: "Privacy Policy", url: "/dashboard/app-config/privacy", slug: "privacy" },
      { name: "Language Configuration", url: "/dashboard/app-config/language", slug: "language" },
      { name: "Emergency Numbers", url: "/dashboard/app-config/emergency-numbers", slug: "emergency-numbers" },
      { name: "Notifications", url: "/dashboard/app-config/notifications", slug: "notifications" },
    ],
  },
] as const satisfies readonly Module[];
