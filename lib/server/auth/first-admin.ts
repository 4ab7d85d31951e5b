import "server-only";
import { timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { FEATURES, type FeatureAccess, FLAGS } from "@/lib/contract/access";
import type { setUp } from "@/lib/contract/auth";
import { env, isMailUnset } from "@/lib/env";
import { fullName, type PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { setupKey } from "@/lib/server/base/secret";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { countTry } from "./count-tries";
import { hashSecret } from "./hash-secret";
import { hashToken } from "./token";

const FULL_ADMINISTRATOR = "Full administrator";
const TAKEN = "This installation has its first administrator already. Sign in, or ask them for an invitation.";

/** No admin at all, not even a deleted one: an installation is empty once. */
async function isEmpty(db: Queryable): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).limit(1)).length === 0;
}

/** Whether the first administrator is still to be made. */
export const installationNow = async (db: Queryable) => ({
  empty: await isEmpty(db),
  mail_is_unset: isMailUnset(),
});

/**
 * Creates the first full administrator of an empty installation (docs/rules.md, Auth). Of any number of people who hold
 * the key and try at the same moment one wins.
 * @throws 400 when the key is wrong, 409 when there is an admin, 429.
 */
export async function createFirstAdmin({ db, address, transact }: PublicContext, input: Input) {
  await countTry(db, "address", address);
  if (!(await isEmpty(db))) throw refuse.conflict(TAKEN);
  if (!isKey(input.setup_key, setupKey())) throw refuse.setupKey();
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
    // Between the look and the insert nobody else becomes the first.
    await tx.execute(sql`lock table admins in share row exclusive mode`);
    if (!(await isEmpty(tx))) throw refuse.conflict(TAKEN);
    await tx.insert(admins).values(admin);
    await tx.insert(adminRoles).values({ adminId: admin.id, roleId: await fullRole(tx) });
    return {
      result: {},
      audit: { record: { type: "admin", ...actor }, after: { email: admin.email, roles: [FULL_ADMINISTRATOR] } },
    };
  });
}
type Input = z.output<typeof setUp>;

/** The role that may do everything, made when it is missing and completed when it is not. */
async function fullRole(tx: Transaction): Promise<string> {
  const everything = Object.fromEntries(FLAGS.map((flag) => [flag, true])) as FeatureAccess["access"];
  const features = FEATURES.map((name) => ({ name, access: everything }));
  const named = eq(sql`lower(${roles.name})`, FULL_ADMINISTRATOR.toLowerCase());
  const [completed] = await tx.update(roles).set({ features }).where(named).returning({ id: roles.id });
  if (completed) return completed.id;
  const id = uuid();
  const description = "May do everything, and give rights to others.";
  await tx.insert(roles).values({ id, name: FULL_ADMINISTRATOR, description, features });
  return id;
}

/** However it was typed: small letters, without the dashes. Compared in constant time. */
export function isKey(typed: string, key: string): boolean {
  const digest = (text: string) => Buffer.from(hashToken(text.toUpperCase().replace(/[^0-9A-Z]/g, "")));
  return timingSafeEqual(digest(typed), digest(key));
}

/** At each start of an empty installation, in words and not as a log line: the way to its first administrator. */
export async function announceSetUp(db: Queryable, print = (text: string) => void process.stdout.write(text)) {
  if (!(await isEmpty(db))) return;
  print(`
  This installation has no administrator yet. To create the first one, open

    ${env().appOrigin}/auth/register

  and enter the setup key  ${setupKey()}

  It works once. The person who uses it becomes a full administrator.

`);
}
