import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { hasAllRights } from "@/lib/contract/access";
import type { approvalDecision } from "@/lib/contract/approvals";
import { APPROVAL_RULES } from "@/lib/contract/approvals.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import { requireProof } from "@/lib/server/auth/require-proof";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { rightsNow } from "@/lib/server/rp/read-rights";
import type { Approval } from "./approval-handler";
import { cancelApproval, closeByAnother, holdApproval, recordOf, refuseUnlessWaiting } from "./close-approval";
import { endedWith } from "./end-record";
import { HANDLERS } from "./handlers-by-kind";
import { decidingRightsOf, refuseDependent } from "./independence";
import { approvalRow } from "./list";
import { lostRightOf } from "./lost-right";
import { refuseUnseenChanges } from "./recheck";
import { cancelRequestsOf } from "./request-approval";

/**
 * Decides another admin's request, once. The effect runs in the same transaction.
 * @throws 404; 403 for one's own request, a requester who is not independent of the decider, or a missing right. An approval that
 * moves money or gives rights also needs a recent proof of identity (403). 409 if the request is decided or has expired, or if
 * the requester has lost the right to request it
 */
export async function decideApproval(context: WriteContext, input: z.output<typeof approvalDecision>) {
  const { admin, audit } = context;
  const { tx } = context;
  const { kind } = await kindOf(tx, input.approvalId);
  if (input.decision === "approved" && APPROVAL_RULES[kind].takesProof) requireProof(admin);
  const approval = await lockApproval(tx, input.approvalId);
  const rights = await rightsNow(tx, admin.id);
  if (!rights) throw refuse.signedOut();
  if (!hasAllRights(rights, decidingRightsOf(approval))) throw refuse.forbidden();
  if (approval.requestedBy === admin.id)
    throw refuse.forbidden("You requested this yourself, so another admin has to decide it.");
  await refuseUnlessWaiting(tx, approval);
  await refuseDependent(tx, approval, admin.id);
  const isApproved = input.decision === "approved";
  const lost = isApproved && (await lostRightOf(tx, approval));
  if (lost) throw await withdrawn(tx, approval.id, lost);
  // Checked before the effect but thrown after it: an effect that is impossible throws a more specific message.
  const looked = isApproved ? await refuseUnseenChanges(tx, approval, { id: admin.id, rights }) : null;
  const approved = isApproved && (await HANDLERS[approval.kind].approve(tx, approval, admin.id));
  if (looked?.refusal) throw looked.refusal;
  await closeByAnother(tx, approval, { ...input, adminId: admin.id });
  const effect = approved || (await endedWith(tx, approval));
  audit({
    record: recordOf(approval),
    before: { ...effect.before, approval: "waiting" },
    after: {
      ...effect.after,
      approval: input.decision,
      change: approval.change,
      requested_by: approval.requestedBy,
      reason: input.reason ?? null,
      ...(looked?.changes.length && { changed_since: looked.changes }),
    },
  });
  return approvalRow(tx, approval.id);
}

/** Returns a 409 for a request whose maker has lost the right. Afterwards the request is withdrawn with that reason. */
async function withdrawn(tx: Transaction, approvalId: string, why: string) {
  const current = { ...(await approvalRow(tx, approvalId)), state: "cancelled", decision_reason: why };
  const refusal = refuse.conflict(`${why} Another admin can request it again.`, current);
  refusal.afterwards = async (later) => {
    await lockKind(later, approvalId);
    for (const entry of await cancelRequestsOf(later, { approvalId }, why))
      await appendAudit(later, systemRow("approvals.withdraw", entry));
  };
  return refusal;
}

/** Withdraws the caller's own request. @throws 404; 403 for another's; 409 if it is decided or has expired */
export async function withdrawApproval(context: WriteContext, approvalId: string) {
  await lockKind(context.tx, approvalId);
  return cancelApproval(context, approvalId);
}

async function lockApproval(tx: Transaction, approvalId: string): Promise<Approval> {
  await lockKind(tx, approvalId);
  return holdApproval(tx, approvalId);
}

/** Takes the locks of the request's kind first, in the same order as every change of its record. */
async function lockKind(tx: Transaction, approvalId: string): Promise<void> {
  const { kind, recordId } = await kindOf(tx, approvalId);
  await HANDLERS[kind].lock?.(tx, recordId);
}

async function kindOf(tx: Transaction, approvalId: string) {
  const [seen] = await tx
    .select({ kind: approvals.kind, recordId: approvals.recordId })
    .from(approvals)
    .where(eq(approvals.id, approvalId));
  if (!seen) throw refuse.notFound("request");
  return seen;
}
