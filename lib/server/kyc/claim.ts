import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { holdCaller, nameOf } from "@/lib/server/rp/active-admins";
import { refuseEntered } from "./entered-by";
import { changeRequest, heldBy, kycRecord, lockRequest, noteActivity, type Request } from "./record";
import { conflict, refuseDecided, refuseOthers } from "./refuse-conflict";
import { kycSingle } from "./single";

type Change = Pick<AuditEntry, "before" | "after">;

/** Makes an open request the caller's, who does something about it now. The caller has checked that it is nobody else's. */
export async function takeOn(tx: Transaction, request: Request, adminId: string): Promise<Change> {
  if (request.state === "in_review" && request.assigneeId === adminId) {
    await noteActivity(tx, request.id);
    return {};
  }
  const after = heldBy(adminId);
  await changeRequest(tx, request.id, after);
  return {
    before: { state: request.state, assignee: request.assigneeId },
    after: { state: after.state, assignee: adminId },
  };
}

/**
 * Takes on a request that nobody has. Of two who do so at once the row lock lets one in, and the other is told who.
 * @throws 404; 403 for who entered it; 409 with the fresh record when it is decided, somebody else's, or one's own already.
 */
export async function claimKyc({ tx, admin, audit }: WriteContext, kycId: string) {
  await holdCaller(tx, admin.id);
  const request = await lockRequest(tx, kycId);
  await refuseDecided(tx, request);
  if (request.assigneeId && request.assigneeId !== admin.id)
    await conflict(tx, request, `${await nameOf(tx, request.assigneeId)} has taken this request on already.`);
  await refuseEntered(tx, request, admin.id);
  const change = await takeOn(tx, request, admin.id);
  if (!change.after) await conflict(tx, request, "You have taken this request on already.");
  audit({ record: kycRecord(request), ...change });
  return kycSingle(tx, request.id);
}

/** Puts back a request of one's own: anybody can take it on again. @throws 404; 409 when it is not one's own. */
export async function releaseKyc({ tx, admin, audit }: WriteContext, kycId: string) {
  const request = await lockRequest(tx, kycId);
  await refuseOthers(tx, request, admin.id);
  if (!request.assigneeId)
    await conflict(tx, request, "Nobody has claimed this request, so there is nothing to release.");
  await changeRequest(tx, request.id, heldBy(null));
  audit({
    record: kycRecord(request),
    before: { state: request.state, assignee: request.assigneeId },
    after: { state: "pending", assignee: null },
  });
  return kycSingle(tx, request.id);
}
