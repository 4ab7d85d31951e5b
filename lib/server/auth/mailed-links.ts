import "server-only";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { adminReferences } from "@/lib/server/db/schema/session";
import { countTry, hashSubject } from "./count-tries";
import { hashToken, newToken } from "./token";

/** docs/rules.md, Auth. */
export const RESET_MINUTES = 30;
export const INVITATION_MINUTES = 7 * 24 * 60;

type Kind = (typeof adminReferences.$inferSelect)["kind"];

const PATHS: Record<Kind, string> = { reset: "/auth/reset-password", invitation: "/auth/register" };
/** Whose account a reference can open: a reset that of an active admin, an invitation that of an invited one. */
const STATUS = { reset: "active", invitation: "invited" } as const satisfies Record<Kind, string>;

/**
 * Makes what a mailed link proves, and stores its hash. For an admin who does not exist the same statement stores
 * nothing, in the same time.
 * @param minutes how long it works; it works once.
 * @returns the reference, which must stand in the mail and nowhere else.
 */
export async function createReference(
  tx: Transaction,
  { adminId, kind, minutes }: { adminId: string; kind: Kind; minutes: number },
): Promise<string> {
  const reference = newToken();
  await tx.execute(sql`
    insert into admin_references (reference_hash, admin_id, kind, expires_at)
    select ${hashToken(reference)}, id, ${kind}, now() + make_interval(mins => ${minutes}::int)
    from admins where id = ${adminId}`);
  return reference;
}

/** The link of the mail. From the configured origin: what a request says about its host counts for nothing. */
export const referenceLink = (kind: Kind, reference: string, email: string) =>
  `${env().appOrigin}${PATHS[kind]}?${new URLSearchParams({ reference, email })}`;

type Named = { reference: string; email: string };

/** Whose reference this is while it can be used; null for any other, whatever the reason. */
export async function findReference(db: Queryable, kind: Kind, named: Named) {
  const [found] = await db
    .select({ admin: admins })
    .from(adminReferences)
    .innerJoin(admins, eq(admins.id, adminReferences.adminId))
    .where(
      and(
        usable(kind, named.reference),
        eq(admins.status, STATUS[kind]),
        eq(sql`lower(${admins.email})`, named.email.toLowerCase()),
      ),
    );
  return found?.admin ?? null;
}

/**
 * Refuses a link that can't be used, and counts it with the wrong passwords of the email and the address.
 * @throws 400, 429
 */
export async function refuseLink({ db, address }: PublicContext, email: string): Promise<never> {
  await countTry(db, "address", address);
  await countTry(db, "account", hashSubject(email));
  throw refuse.reference();
}

/**
 * Whether a link can be used, asked when its page opens, and the name that an invitation was written to. Uses nothing up.
 * One that can't is counted for the address alone: opening an old mail is no guess at an account.
 * @throws 429
 */
export async function checkLink({ db, address }: PublicContext, { kind, ...named }: Named & { kind: Kind }) {
  const admin = await findReference(db, kind, named);
  if (!admin) await countTry(db, "address", address);
  const name = admin && kind === "invitation" ? { first_name: admin.firstName, last_name: admin.lastName } : null;
  return { usable: admin !== null, name };
}

/** Uses it up. Of any number who try at the same moment one gets true. */
export async function spendReference(tx: Transaction, kind: Kind, reference: string): Promise<boolean> {
  const spent = await tx.update(adminReferences).set({ usedAt: new Date() }).where(usable(kind, reference));
  return spent.rowCount === 1;
}

const usable = (kind: Kind, reference: string) =>
  and(
    eq(adminReferences.referenceHash, hashToken(reference)),
    eq(adminReferences.kind, kind),
    isNull(adminReferences.usedAt),
    gt(adminReferences.expiresAt, sql`now()`),
  );
