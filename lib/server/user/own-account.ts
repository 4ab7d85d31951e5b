import "server-only";
import { and, eq, ne } from "drizzle-orm";
import type { OwnAccount } from "@/lib/contract/user.app";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { CitizenApp } from "@/lib/server/app-api/app-keys";
import { updateLastSeen } from "@/lib/server/app-api/find-citizen";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { readWalletLimits } from "@/lib/server/ledger/limits";
import { currentUserStatus, isRestrictionExpired, type UserRecord } from "./status";

/** Returns an account for the app, without reasons, notes and admins' names. */
export async function ownAccount(db: Queryable, app: CitizenApp, user: UserRecord): Promise<OwnAccount> {
  const { reserved: _, ...limits } = await readWalletLimits(db, user.id);
  const restriction = isRestrictionExpired(user) ? null : user.restriction;
  return {
    id: user.id,
    external_id: user.app === app.name ? user.externalId : null,
    first_name: user.firstName,
    middle_name: user.middleName,
    last_name: user.lastName,
    phone: user.phone,
    phone_verified_at: user.phoneVerifiedAt?.toISOString() ?? null,
    email: user.email,
    date_of_birth: user.dateOfBirth,
    gender: user.gender,
    lga: user.lga,
    address: user.address,
    language: user.language,
    tier: user.tier,
    status: currentUserStatus(user),
    restriction: restriction && { kind: restriction, until: user.restrictedUntil?.toISOString() ?? null },
    status_message: isRestrictionExpired(user) ? null : user.statusMessage,
    ...limits,
    sessions_valid_from: user.sessionsResetAt?.toISOString() ?? null,
    joined_at: user.joinedAt.toISOString(),
    version: user.version,
  };
}

/** Returns an account, even a closed one, because the app must detect the closure. @throws 404 */
export async function readOwnAccount({ db, app }: HandlerContext, userId: string): Promise<OwnAccount> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw refuse.notFound("user");
  return readAndMarkSeen(db, app, user);
}

/** Finds an account by the external id that the app gave it, or an open account by phone number. @throws 404 */
export async function findOwnAccount(
  { db, app }: HandlerContext,
  { external_id, phone }: { external_id?: string; phone?: string },
): Promise<OwnAccount> {
  const user = external_id ? await findAccountByExternalId(db, app, external_id) : await findByPhone(db, phone ?? "");
  if (!user) throw refuse.notFound("user");
  return readAndMarkSeen(db, app, user);
}

async function readAndMarkSeen(db: Queryable, app: CitizenApp, user: UserRecord): Promise<OwnAccount> {
  if (user.status !== "closed") await updateLastSeen(db, user);
  return ownAccount(db, app, user);
}

/** Finds the account to which this app gave the external id. */
export async function findAccountByExternalId(
  db: Queryable,
  app: CitizenApp,
  externalId: string,
): Promise<UserRecord | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.app, app.name), eq(users.externalId, externalId)));
  return user;
}

async function findByPhone(db: Queryable, phone: string): Promise<UserRecord | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), ne(users.status, "closed")));
  return user;
}
