import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { approvalDecision } from "@/lib/contract/approvals";
import { mayDecide } from "@/lib/contract/approvals.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { rightsNow } from "@/lib/server/rp/read-rights";
import type { Approval } from "./approval-handler";
import { cancelApproval, close, holdApproval, recordOf, refuseUnlessWaiting } from "./close-approval";
import { endedWith } from "./end-record";
import { HANDLERS } from "./handlers-by-kind";
import { approvalRow } from "./list";
import { recheck } from "./recheck";

/**
 * Decides what somebody else asked for, once; the effect is part of the same transaction.
 * @throws 404; 403 for one's own request and without the right at this moment; 409 when it is decided or out of time.
 */
export async function decideApproval(context: WriteContext, input: z.output<typeof approvalDecision>) {
  const { admin, audit } = context;
  const { tx } = context;
  const approval = await lockApproval(tx, input.approvalId);
  const rights = await rightsNow(tx, admin.id);
  if (!rights) throw refuse.signedOut();
  if (!mayDecide(approval.kind, rights)) throw refuse.forbidden();
  if (approval.requestedBy === admin.id)
    throw refuse.forbidden("You asked for this yourself, so somebody else has to decide it.");
  await refuseUnlessWaiting(tx, approval);

  const isApproved = input.decision === "approved";
  // Suspending withdraws what somebody asked for; what they asked for at that very moment may have been missed.
  if (isApproved && !(await rightsNow(tx, approval.requestedBy)))
    throw refuse.conflict(
      "The admin who asked for this is no longer active. Reject it; somebody else can request it again.",
      await approvalRow(tx, approval.id),
    );
  // Looked at before the effect, and said after it: what can't be done at all has words of its own.
  const looked = isApproved ? await recheck(tx, approval, { id: admin.id, rights }) : null;
  const approved = isApproved && (await HANDLERS[approval.kind].approve(tx, approval, admin.id));
  if (looked?.refusal) throw looked.refusal;
  await close(tx, approval.id, { state: input.decision, decidedBy: admin.id, decisionReason: input.reason ?? null });
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

/** Withdraws one's own request. @throws 404; 403 for another's; 409 when it is decided or out of time. */
export async function withdrawApproval(context: WriteContext, approvalId: string) {
  await lockKind(context.tx, approvalId);
  return cancelApproval(context, approvalId);
}

async function lockApproval(tx: Transaction, approvalId: string): Promise<Approval> {
  await lockKind(tx, approvalId);
  return holdApproval(tx, approvalId);
}

/** The kind's own locks first: anyone who changes the record takes them before the request's row. */
async function lockKind(tx: Transaction, approvalId: string): Promise<void> {
  const [seen] = await tx
    .select({ kind: approvals.kind, recordId: approvals.recordId })
    .from(approvals)
    .where(eq(approvals.id, approvalId));
  if (!seen) throw refuse.notFound("request");
  await HANDLERS[seen.kind].lock?.(tx, seen.recordId);
}
