import "server-only";
import { ALL_RIGHTS, type FeatureAccess } from "@/lib/contract/access";
import { hashSecret } from "@/lib/server/auth/hash-secret";
import type { Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { homeVisits } from "@/lib/server/db/schema/home";
import { setupMarks } from "@/lib/server/db/schema/setup";
import { STARTER_ROLES } from "@/lib/server/setup/starter/roles";
import { DAY_MS, HOUR_MS, type SeedClock } from "./clock";
import { seedId } from "./random";

/** Password of the demo accounts, printed by scripts/launch.mjs. A production start never loads these accounts. */
const DEMO_PASSWORD = "Demo-CrossRiver-2026";

const OWNER_ROLE = {
  name: "Full administrator",
  description: "May do everything, and give rights to others.",
  features: ALL_RIGHTS,
};

const ADMINS: readonly {
  key: "owner" | keyof typeof STARTER_ROLES;
  firstName: string;
  lastName: string;
  role: { name: string; description: string; features: FeatureAccess[] };
  seenHoursAgo: number;
}[] = [
  { key: "owner", firstName: "Ekaette", lastName: "Bassey", role: OWNER_ROLE, seenHoursAgo: 5 },
  { key: "kyc", firstName: "Emmanuel", lastName: "Ogar", role: STARTER_ROLES.kyc, seenHoursAgo: 11 },
  { key: "finance", firstName: "Ngozi", lastName: "Okafor", role: STARTER_ROLES.finance, seenHoursAgo: 26 },
  { key: "support", firstName: "Ofem", lastName: "Ubi", role: STARTER_ROLES.support, seenHoursAgo: 30 },
  { key: "viewer", firstName: "Mfon", lastName: "Udoh", role: STARTER_ROLES.viewer, seenHoursAgo: 80 },
  { key: "civic", firstName: "Nkoyo", lastName: "Edet", role: STARTER_ROLES.civic, seenHoursAgo: 3 },
];

/** Returns the id of a demo admin. */
export const demoAdminId = (key: (typeof ADMINS)[number]["key"]) =>
  seedId(
    "admin",
    ADMINS.findIndex((account) => account.key === key),
  );

/** Returns a demo admin's full name. @throws if no demo admin has the id */
export function demoAdminName(id: string): string {
  const account = ADMINS.find(({ key }) => demoAdminId(key) === id);
  if (!account) throw new Error("No demo account has this id.");
  return `${account.firstName} ${account.lastName}`;
}

/** Inserts the demo admins with their roles. */
export async function loadAdmins(tx: Transaction, clock: SeedClock): Promise<void> {
  const passwordHash = await hashSecret(DEMO_PASSWORD);
  const createdAt = clock.ago(400 * DAY_MS);
  await tx.insert(roles).values(ADMINS.map(({ role }, index) => ({ id: seedId("role", index), ...role, createdAt })));
  await tx.insert(admins).values(
    ADMINS.map(({ key, firstName, lastName, seenHoursAgo }) => ({
      id: demoAdminId(key),
      firstName,
      lastName,
      email: `${key}@crossriverpay.example`,
      passwordHash,
      status: "active" as const,
      createdAt,
      lastSignInAt: clock.ago(seenHoursAgo * HOUR_MS),
    })),
  );
  await tx
    .insert(adminRoles)
    .values(ADMINS.map(({ key }, index) => ({ adminId: demoAdminId(key), roleId: seedId("role", index) })));
  // Records two visits to Home for each account, so that Home shows what changed since the first visit.
  await tx.insert(homeVisits).values(
    ADMINS.map(({ key, seenHoursAgo }) => ({
      adminId: demoAdminId(key),
      visitedAt: clock.ago(0),
      previousAt: clock.ago(seenHoursAgo * HOUR_MS),
    })),
  );
  // The demo needs no setup: Home shows its figures instead of the checklist.
  await tx.insert(setupMarks).values({ mark: "dismissed", at: createdAt, adminId: demoAdminId("owner") });
}
