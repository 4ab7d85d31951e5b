import "server-only";
import { v7 as uuid } from "uuid";
import type { WriteContext } from "@/lib/server/api/context";
import { kycNotes } from "@/lib/server/db/schema/kyc-review";
import { kycRecord, lockRequest, updateLastActivity } from "./record";
import { kycSingle } from "./single";

/** Adds an internal note, in any state and even to a colleague's request, because a note does not claim the request. */
export async function addKycNote({ tx, admin, audit }: WriteContext, input: { kycId: string; text: string }) {
  const request = await lockRequest(tx, input.kycId);
  await tx.insert(kycNotes).values({ id: uuid(), kycId: request.id, adminId: admin.id, text: input.text });
  if (request.state === "in_review" && request.assigneeId === admin.id) await updateLastActivity(tx, request.id);
  audit({ record: kycRecord(request), after: { note: input.text } });
  return kycSingle(tx, request.id);
}
