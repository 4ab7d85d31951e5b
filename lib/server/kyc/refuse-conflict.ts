import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { KycState } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { auditTrails, KYC_CHANGES } from "@/lib/server/db/schema/system-logs";
import { users } from "@/lib/server/db/schema/user";
import { refuseChanged } from "@/lib/server/records/version";
import { nameOf } from "@/lib/server/rp/active-admins";
import { isOpen, type Request } from "./record";
import { kycSingle } from "./single";

const DONE_WORDS: Record<KycState, string> = {
  pending: "released",
  in_review: "claimed",
  approved: "approved",
  rejected: "rejected",
  resubmission_requested: "asked for a resubmission of",
  revoked: "revoked",
};

/** @throws 409 with the fresh record, after the words of who and what. */
export async function conflict(tx: Transaction, request: Request, message: string): Promise<never> {
  throw refuse.conflict(message, await kycSingle(tx, request.id));
}

/** @throws 409 that names who decided. */
export async function refuseDecided(tx: Transaction, request: Request): Promise<void> {
  if (isOpen(request.state)) return;
  const who = await nameOf(tx, request.decidedById);
  await conflict(tx, request, `${who} already ${DONE_WORDS[request.state]} this request.`);
}

/** Only the assignee acts on an open request (docs/rules.md). @throws 409 when it is decided or somebody else's. */
export async function refuseOthers(tx: Transaction, request: Request, adminId: string): Promise<void> {
  await refuseDecided(tx, request);
  if (!request.assigneeId || request.assigneeId === adminId) return;
  const who = await nameOf(tx, request.assigneeId);
  await conflict(tx, request, `${who} is reviewing this request; only they can decide it.`);
}

/** @throws 409 that says who changed it and how. */
export const refuseStale = (tx: Transaction, request: Request, version: number, adminId: string): Promise<void> =>
  refuseChanged(
    "request",
    request,
    version,
    () => kycSingle(tx, request.id),
    () => lastChange(tx, request.id, adminId),
  );

/**
 * Nothing begins for a closed account. Holds the user's row, so that anyone who closes it in the meantime waits and then finds the
 * request. @throws 409 with the fresh record
 */
export async function refuseClosedUser(tx: Transaction, request: Request, done: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("no key update");
  if (user?.status === "closed")
    await conflict(tx, request, `${fullName(user)}'s account is closed, so this request can't be ${done}.`);
}

const CHANGE_WORDS: Record<string, string> = {
  "kyc.claim": "claimed this request",
  "kyc.next": "claimed this request",
  "kyc.check": "claimed this request",
  "kyc.release": "released this request",
  "kyc.assign": "assigned this request",
  "kyc.assignMatching": "assigned this request",
  "kyc.reopen": "reopened this request",
  "kyc.decide": "decided this request",
  "kyc.submit": "sent this request",
  "kyc.resubmit": "sent this request again",
  "kyc.submitFromApp": "sent this request",
  "kyc.resubmitFromApp": "sent this request again",
};

async function lastChange(tx: Transaction, kycId: string, adminId: string): Promise<string | null> {
  const [last] = await tx
    .select({ by: auditTrails.adminId, name: auditTrails.adminName, action: auditTrails.action })
    .from(auditTrails)
    .where(and(sql.raw(KYC_CHANGES), eq(auditTrails.recordId, kycId)))
    .orderBy(desc(auditTrails.at), desc(auditTrails.id))
    .limit(1);
  const words = last && CHANGE_WORDS[last.action];
  if (!words) return null;
  return `${last.by === adminId ? "You" : (last.name ?? "The user")} ${words}`;
}
