import "server-only";
import { v7 as uuid } from "uuid";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { kycNotes } from "@/lib/server/db/schema/kyc-review";
import { notifyMentioned } from "@/lib/server/notices/mentions";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { kycNoticeRecordRef, kycRecordRef, lockKycRequest, updateRequestActivity } from "./record";
import { readKycDetails } from "./single";

/** Returns the admins who may read identity requests, and so can be mentioned in their notes. */
export const adminsWhoMayReadKycRequests = (db: Queryable) =>
  readAdminsHolding(db, [{ feature: "KYC Management", flag: "read" }]);

/**
 * Adds an internal note and notifies the admins whom it mentions. Works in any state and on a colleague's request too, because a
 * note does not claim the request.
 * @throws 404; 400 if a mentioned admin may not read the request
 */
export async function addKycNote({ tx, admin, audit }: WriteContext, input: { kycId: string; text: string }) {
  const request = await lockKycRequest(tx, input.kycId);
  const note = { id: uuid(), kycId: request.id, adminId: admin.id, text: input.text };
  await tx.insert(kycNotes).values(note);
  await notifyMentioned(tx, {
    ...note,
    by: admin,
    record: kycNoticeRecordRef(request),
    readers: () => adminsWhoMayReadKycRequests(tx),
  });
  if (request.state === "in_review" && request.assigneeId === admin.id) await updateRequestActivity(tx, request.id);
  audit({ record: kycRecordRef(request), after: { note: input.text } });
  return readKycDetails(tx, request.id);
}
