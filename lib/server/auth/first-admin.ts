import "server-only";
import { timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { ALL_RIGHTS } from "@/lib/contract/access";
import type { firstAdminSetUp } from "@/lib/contract/auth";
import { env, isMailUnset } from "@/lib/env";
import { fullName, type PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { setupKey, setupKeys } from "@/lib/server/base/secret";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { enforceAttemptLimit } from "./attempt-limits";
import { hashSecret } from "./hash-secret";
import { hashToken } from "./token";

/** Name of the role with all rights. */
export const FULL_ADMINISTRATOR_ROLE = "Full administrator";
const DONE_TEXT = "This installation has its first administrator already. Sign in, or ask them for an invitation.";

/** Returns true if there has never been an admin; deleted ones count. */
async function hasNoAdmin(db: Queryable): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).limit(1)).length === 0;
}

/** Returns whether the first administrator is missing, and whether mail is not configured. */
export const readInstallationState = async (db: Queryable) => ({
  empty: await hasNoAdmin(db),
  mail_is_unset: isMailUnset(),
});

/**
 * Creates the first full administrator of an empty installation (docs/rules.md, Auth). Of concurrent requests with the
 * key, only one succeeds.
 * @throws 400 for a wrong key, 409 if there is an admin, 429
 */
export async function createFirstAdmin({ db, address, transact }: PublicContext, input: FirstAdminInput) {
  await enforceAttemptLimit(db, "address", address);
  if (!(await hasNoAdmin(db))) throw refuse.conflict(DONE_TEXT);
  if (!setupKeys().some((key) => isSetupKey(input.setup_key, key))) throw refuse.setupKey();
  const passwordHash = await hashSecret(input.password);
  const admin = {
    id: uuid(),
    firstName: input.first_name,
    lastName: input.last_name,
    email: input.email,
    passwordHash,
    status: "active" as const,
  };
  const actor = { id: admin.id, name: fullName(admin) };
  return transact(actor, async (tx) => {
    // The lock prevents a concurrent request from creating an admin between this check and the insert.
    await tx.execute(sql`lock table admins in share row exclusive mode`);
    if (!(await hasNoAdmin(tx))) throw refuse.conflict(DONE_TEXT);
    await tx.insert(admins).values(admin);
    await tx.insert(adminRoles).values({ adminId: admin.id, roleId: await ensureFullAdministratorRole(tx) });
    return {
      result: {},
      audit: { record: { type: "admin", ...actor }, after: { email: admin.email, roles: [FULL_ADMINISTRATOR_ROLE] } },
    };
  });
}
type FirstAdminInput = z.output<typeof firstAdminSetUp>;

/** Returns the id of a role with all rights. Creates the role if missing, otherwise adds missing rights. */
export async function ensureFullAdministratorRole(
  tx: Transaction,
  roleName = FULL_ADMINISTRATOR_ROLE,
): Promise<string> {
  const features = ALL_RIGHTS;
  const hasThisName = eq(sql`lower(${roles.name})`, roleName.toLowerCase());
  const [updatedRole] = await tx.update(roles).set({ features }).where(hasThisName).returning({ id: roles.id });
  if (updatedRole) return updatedRole.id;
  const id = uuid();
  const description = "May do everything, and give rights to others.";
  await tx.insert(roles).values({ id, name: roleName, description, features });
  return id;
}

/** Compares a typed setup key in constant time, ignoring case, spaces and dashes. */
export function isSetupKey(typedKey: string, key: string): boolean {
  const digestOf = (text: string) => Buffer.from(hashToken(text.toUpperCase().replace(/[^0-9A-Z]/g, "")));
  return timingSafeEqual(digestOf(typedKey), digestOf(key));
}

/** Prints instructions for creating the first administrator at each start of an empty installation. */
export async function printSetUpHint(db: Queryable, print = (text: string) => void process.stdout.write(text)) {
  if (!(await hasNoAdmin(db))) return;
  print(`
  This installation has no administrator yet. To create the first one, open

    ${env().appOrigin}/auth/register

  and enter the setup key  ${setupKey()}

  It works once. The person who uses it becomes a full administrator.

`);
}
