import "server-only";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { adminReferences } from "@/lib/server/db/schema/session";
import { enforceAttemptLimit, hashCounterSubject } from "./attempt-limits";
import { createToken, hashToken } from "./token";

/** Lifetime of a mailed link to reset a password, in minutes (docs/rules.md, Auth). */
export const RESET_LINK_MINUTES = 30;
/** Lifetime of an invitation's link in minutes: seven days. */
export const INVITATION_LINK_MINUTES = 7 * 24 * 60;

type LinkKind = (typeof adminReferences.$inferSelect)["kind"];

const LINK_PATHS: Record<LinkKind, string> = { reset: "/auth/reset-password", invitation: "/auth/register" };
/** Status that an admin must have for a link to work: active for a reset, invited for an invitation. */
const REQUIRED_STATUS = { reset: "active", invitation: "invited" } as const satisfies Record<LinkKind, string>;

/**
 * Creates the secret reference of a mailed link and stores its hash. For an id without an admin, the same statement stores nothing, so that
 * the time reveals nothing.
 * @param minutes lifetime; the reference works once
 * @returns the reference, which may only be put into the mail
 */
export async function createMailedReference(
  tx: Transaction,
  { adminId, kind, minutes }: { adminId: string; kind: LinkKind; minutes: number },
): Promise<string> {
  const reference = createToken();
  await tx.execute(sql`
    insert into admin_references (reference_hash, admin_id, kind, expires_at)
    select ${hashToken(reference)}, id, ${kind}, now() + make_interval(mins => ${minutes}::int)
    from admins where id = ${adminId}`);
  return reference;
}

/** Returns the link for the mail. It uses the configured origin, never the request's Host header, which can be forged. */
export const mailedLinkOf = (kind: LinkKind, reference: string, email: string) =>
  `${env().appOrigin}${LINK_PATHS[kind]}?${new URLSearchParams({ reference, email })}`;

type LinkInput = { reference: string; email: string };

/** Returns the admin of a mailed link; null if the link is not usable. */
export async function findAdminOfMailedLink(db: Queryable, kind: LinkKind, link: LinkInput) {
  const [found] = await db
    .select({ admin: admins })
    .from(adminReferences)
    .innerJoin(admins, eq(admins.id, adminReferences.adminId))
    .where(
      and(
        isUsableLink(kind, link.reference),
        eq(admins.status, REQUIRED_STATUS[kind]),
        eq(sql`lower(${admins.email})`, link.email.toLowerCase()),
      ),
    );
  return found?.admin ?? null;
}

/** Rejects an unusable link, and counts it like a wrong password for the email and the IP address. @throws 400, 429 */
export async function refuseMailedLink({ db, address }: PublicContext, email: string): Promise<never> {
  await enforceAttemptLimit(db, "address", address);
  await enforceAttemptLimit(db, "account", hashCounterSubject(email));
  throw refuse.reference();
}

/**
 * Checks a mailed link when its page opens. Returns whether it can be used, and the name on an invitation. Does not use it up. An unusable
 * link counts for the IP address only, because opening an old mail is not an attack on an account.
 * @throws 429
 */
export async function checkMailedLink(
  { db, address }: PublicContext,
  { kind, ...link }: LinkInput & { kind: LinkKind },
) {
  const admin = await findAdminOfMailedLink(db, kind, link);
  if (!admin) await enforceAttemptLimit(db, "address", address);
  const name = admin && kind === "invitation" ? { first_name: admin.firstName, last_name: admin.lastName } : null;
  return { usable: admin !== null, name };
}

/** Marks a reference as used. Returns true for only one of several concurrent requests. */
export async function consumeMailedReference(tx: Transaction, kind: LinkKind, reference: string): Promise<boolean> {
  const spent = await tx.update(adminReferences).set({ usedAt: new Date() }).where(isUsableLink(kind, reference));
  return spent.rowCount === 1;
}

const isUsableLink = (kind: LinkKind, reference: string) =>
  and(
    eq(adminReferences.referenceHash, hashToken(reference)),
    eq(adminReferences.kind, kind),
    isNull(adminReferences.usedAt),
    gt(adminReferences.expiresAt, sql`now()`),
  );
