import "server-only";
import { and, eq } from "drizzle-orm";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { approvalDetailsOf, changedApprovalDetails } from "./approval-facts";
import type { Approval } from "./approval-handler";
import { readApprovalDetails } from "./single";

type Approver = Pick<SignedInAdmin, "id" | "rights">;

/**
 * Returns what changed since the request, and a 409 if this approver has not seen those changes. Then stores the shown
 * details, so that a second approval succeeds unless more has changed. The request's row must be locked.
 */
export async function refuseUnseenChanges(
  tx: Transaction,
  approval: Approval,
  approver: Approver,
): Promise<{ changes: string[]; refusal: Refusal | null }> {
  const currentFacts = await approvalDetailsOf(tx, approval);
  const changes = changedApprovalDetails(approval.basis, currentFacts);
  const shownFacts = approval.shown?.to === approver.id ? approval.shown.basis : approval.basis;
  if (!currentFacts || changedApprovalDetails(shownFacts, currentFacts).length === 0) return { changes, refusal: null };
  const refusal = refuse.conflict(
    `This has changed since the request. ${changes.join(" ") || CHANGED_BACK_MESSAGE} Review it and approve again.`,
    await readApprovalDetails(tx, approval.id, approver),
  );
  refusal.afterwards = async (laterTx) => {
    await laterTx
      .update(approvals)
      .set({ shown: { to: approver.id, basis: currentFacts } })
      .where(and(eq(approvals.id, approval.id), eq(approvals.state, "waiting")));
  };
  return { changes, refusal };
}

/** Message for a change that was shown to this approver and was reverted since. */
const CHANGED_BACK_MESSAGE = "It is the same again as when it was requested.";
