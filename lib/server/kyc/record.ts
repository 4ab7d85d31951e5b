import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { KYC_OPEN_STATES, type KycState } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/context";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { refuse } from "@/lib/server/errors";

export type Request = typeof kycRequests.$inferSelect;

export const isOpen = (state: KycState) => (KYC_OPEN_STATES as readonly KycState[]).includes(state);

/** How the audit trail and approvals name a request. */
export const kycRecord = (request: Pick<Request, "id" | "reference" | "firstName" | "lastName">) => ({
  type: "kyc",
  id: request.id,
  name: `${request.reference} ${fullName(request)}`,
});

/** The request, locked until the transaction ends. @throws 404 */
export async function lockRequest(tx: Transaction, kycId: string): Promise<Request> {
  const [request] = await tx.select().from(kycRequests).where(eq(kycRequests.id, kycId)).for("update");
  if (!request) throw refuse.notFound("identity request");
  return request;
}

/** Changes columns of a locked request, and its version with them. */
export const changeRequest = (tx: Transaction, kycId: string, values: Partial<Request>) =>
  tx
    .update(kycRequests)
    .set({ ...values, version: sql`${kycRequests.version} + 1` })
    .where(eq(kycRequests.id, kycId));

/**
 * Keeps these admins active until the transaction ends: whoever suspends or deletes one waits, and then finds what was
 * given to them. Take it before the lock of any request.
 * @returns those of them who are active.
 */
export async function holdActive(tx: Transaction, adminIds: readonly string[]): Promise<Set<string>> {
  const held = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(inArray(admins.id, [...adminIds]), eq(admins.status, "active")))
    .orderBy(asc(admins.id))
    .for("share");
  return new Set(held.map(({ id }) => id));
}

/** The same for the caller alone. @throws 401 when they were shut out meanwhile. */
export async function holdCaller(tx: Transaction, adminId: string): Promise<void> {
  if (!(await holdActive(tx, [adminId])).has(adminId)) throw refuse.signedOut();
}

export async function nameOf(db: Queryable, adminId: string | null): Promise<string> {
  if (!adminId) return "Somebody";
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  return admin ? fullName(admin) : "Somebody";
}
