import "server-only";
import { FEATURES, type Feature, type FeatureAccess, FLAGS, type Flag } from "@/lib/contract/access";
import { hashSecret } from "@/lib/server/auth/hash-secret";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { type Clock, DAY, HOUR } from "./clock";
import { idOf } from "./random";

/** Printed by scripts/launch.mjs; never loaded by a production start (lib/server/process/start.ts). */
const PASSWORD = "Demo-CrossRiver-2026";

type Rights = Partial<Record<Feature, readonly Flag[]>>;
const everywhere = (flags: readonly Flag[]): Rights => Object.fromEntries(FEATURES.map((feature) => [feature, flags]));

const CIVIC = [
  "iReports",
  "Events",
  "Content Management",
  "Promotions",
  "Grants",
  "App Configurations",
] as const satisfies readonly Feature[];
const DESK: readonly Flag[] = ["read", "create", "update", "delete", "export"];

const ACCOUNTS: readonly {
  key: "owner" | "kyc" | "finance" | "support" | "viewer" | "civic";
  firstName: string;
  lastName: string;
  role: string;
  description: string;
  rights: Rights;
  seenHoursAgo: number;
}[] = [
  {
    key: "owner",
    firstName: "Ekaette",
    lastName: "Bassey",
    role: "Full administrator",
    description: "May do everything, and give rights to others.",
    rights: everywhere(FLAGS),
    seenHoursAgo: 5,
  },
  {
    key: "kyc",
    firstName: "Emmanuel",
    lastName: "Ogar",
    role: "KYC officer",
    description: "Checks and decides identity requests.",
    rights: { "KYC Management": ["read", "create", "update", "export"], "User Management": ["read"] },
    seenHoursAgo: 11,
  },
  {
    key: "finance",
    firstName: "Ngozi",
    lastName: "Okafor",
    role: "Finance officer",
    description: "Looks after the wallets and follows transactions, events, grants and promotions.",
    rights: {
      Transactions: ["read", "update", "approve", "export"],
      "System Wallet": ["read", "create", "update", "approve", "export"],
      Grants: ["read", "approve", "export"],
      Promotions: ["read"],
      Events: ["read", "approve", "export"],
      "User Management": ["read"],
    },
    seenHoursAgo: 26,
  },
  {
    key: "support",
    firstName: "Ofem",
    lastName: "Ubi",
    role: "Support",
    description: "Answers citizens: accounts, identity requests, reports, payments and tickets.",
    rights: {
      "User Management": ["read", "update"],
      "KYC Management": ["read"],
      iReports: ["read", "update"],
      Events: ["read", "update"],
      Transactions: ["read"],
    },
    seenHoursAgo: 30,
  },
  {
    key: "viewer",
    firstName: "Mfon",
    lastName: "Udoh",
    role: "Read-only",
    description: "Sees everything and changes nothing.",
    rights: everywhere(["read"]),
    seenHoursAgo: 80,
  },
  {
    key: "civic",
    firstName: "Nkoyo",
    lastName: "Edet",
    role: "Civic desk officer",
    description: "Works on reports, and looks after events, content, promotions and grants.",
    rights: {
      ...Object.fromEntries(CIVIC.map((feature) => [feature, DESK])),
      Events: FLAGS,
      Promotions: FLAGS,
      Grants: FLAGS,
      "User Management": ["read"],
    },
    seenHoursAgo: 3,
  },
];

export const adminId = (key: (typeof ACCOUNTS)[number]["key"]) =>
  idOf(
    "admin",
    ACCOUNTS.findIndex((account) => account.key === key),
  );

export function adminName(id: string): string {
  const account = ACCOUNTS.find(({ key }) => adminId(key) === id);
  if (!account) throw new Error("No demo account has this id.");
  return `${account.firstName} ${account.lastName}`;
}

/** Every feature is named, as the role editor stores it. */
const accessOf = (rights: Rights): FeatureAccess[] =>
  FEATURES.map((name) => {
    const granted = rights[name] ?? [];
    return {
      name,
      access: Object.fromEntries(FLAGS.map((flag) => [flag, granted.includes(flag)])) as FeatureAccess["access"],
    };
  });

/** Six accounts with a role each. */
export async function loadAdmins(tx: Transaction, clock: Clock): Promise<void> {
  const passwordHash = await hashSecret(PASSWORD);
  const createdAt = clock.ago(400 * DAY);
  await tx.insert(roles).values(
    ACCOUNTS.map(({ role, description, rights }, index) => ({
      id: idOf("role", index),
      name: role,
      description,
      features: accessOf(rights),
      createdAt,
    })),
  );
  await tx.insert(admins).values(
    ACCOUNTS.map(({ key, firstName, lastName, seenHoursAgo }) => ({
      id: adminId(key),
      firstName,
      lastName,
      email: `${key}@crossriverpay.example`,
      passwordHash,
      status: "active" as const,
      createdAt,
      lastSignInAt: clock.ago(seenHoursAgo * HOUR),
    })),
  );
  await tx
    .insert(adminRoles)
    .values(ACCOUNTS.map(({ key }, index) => ({ adminId: adminId(key), roleId: idOf("role", index) })));
}
