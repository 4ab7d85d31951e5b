import "server-only";
import type { PendingCorrection, UserDataRequests } from "@/lib/contract/user-data";
import { waitingRequestOfKind } from "@/lib/server/approvals/waiting-requests";
import type { Queryable } from "@/lib/server/db/client";
import { refuseUnknownUser } from "@/lib/server/user/single";
import { correctionPayload, fieldsOf } from "./correction";

/** Returns the pending requests of admins about a citizen's data. @throws 404 */
export async function readDataRequests(db: Queryable, userId: string): Promise<UserDataRequests> {
  await refuseUnknownUser(db, userId);
  return { correction: await pendingCorrection(db, userId) };
}

async function pendingCorrection(db: Queryable, userId: string): Promise<PendingCorrection | null> {
  const waiting = await waitingRequestOfKind(db, "user.correct", userId);
  if (!waiting) return null;
  const { from, to, evidence } = correctionPayload.parse(waiting.approval.payload);
  const fields = fieldsOf(to).map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
  return { ...waiting.pending, reason: waiting.approval.reason, evidence, fields };
}
