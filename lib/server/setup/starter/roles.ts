import "server-only";
import { FEATURES, type Feature, makeRights, PERMISSION_FLAGS, type PermissionFlag } from "@/lib/contract/access";

type Rights = Partial<Record<Feature, readonly PermissionFlag[]>>;
const flagsOnEveryFeature = (flags: readonly PermissionFlag[]): Rights =>
  Object.fromEntries(FEATURES.map((feature) => [feature, flags]));

const CIVIC_FEATURES = [
  "iReports",
  "Events",
  "Content Management",
  "Promotions",
  "Grants",
  "App Configurations",
] as const satisfies readonly Feature[];
const OFFICER_FLAGS: readonly PermissionFlag[] = ["read", "create", "update", "delete", "export"];

/** Roles for a new installation. Excludes full administration, which the first administrator has. */
export const STARTER_ROLES = {
  kyc: {
    name: "KYC officer",
    description: "Checks and decides identity requests.",
    features: makeRights({
      "KYC Management": ["read", "create", "update", "export"],
      "User Management": ["read", "create"],
    }),
  },
  finance: {
    name: "Finance officer",
    description: "Looks after the wallets and follows transactions, events, grants and promotions.",
    features: makeRights({
      Transactions: ["read", "update", "approve", "export"],
      "System Wallet": ["read", "create", "update", "approve", "export"],
      Grants: ["read", "approve", "export"],
      Promotions: ["read"],
      Events: ["read", "approve", "export"],
      "User Management": ["read"],
    }),
  },
  support: {
    name: "Support",
    description: "Answers citizens: accounts, identity requests, reports, payments and tickets.",
    features: makeRights({
      "User Management": ["read", "create", "update"],
      "KYC Management": ["read"],
      iReports: ["read", "update"],
      Events: ["read", "update"],
      Transactions: ["read"],
    }),
  },
  viewer: {
    name: "Read-only",
    description: "Sees everything and changes nothing.",
    features: makeRights(flagsOnEveryFeature(["read"])),
  },
  civic: {
    name: "Civic desk officer",
    description: "Works on reports, and looks after events, content, promotions and grants.",
    features: makeRights({
      ...Object.fromEntries(CIVIC_FEATURES.map((feature) => [feature, OFFICER_FLAGS])),
      Events: PERMISSION_FLAGS,
      Promotions: PERMISSION_FLAGS,
      Grants: PERMISSION_FLAGS,
      "User Management": ["read"],
    }),
  },
} as const;
