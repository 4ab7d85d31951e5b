import "server-only";
import { and, eq } from "drizzle-orm";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { type Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import type { Approval } from "./approval-handler";
import { basisOf, changesSince } from "./basis";
import { approvalSingle } from "./single";

type Approver = Pick<SignedInAdmin, "id" | "rights">;

/**
 * What changed since a request was asked, and a 409 that says so where this approver was not told before. What they are
 * told is kept: they approve again, and it goes through, unless more has changed by then. The caller holds the request.
 */
export async function recheck(
  tx: Transaction,
  approval: Approval,
  approver: Approver,
): Promise<{ changes: string[]; refusal: Refusal | null }> {
  const now = await basisOf(tx, approval);
  const changes = changesSince(approval.basis, now);
  const told = approval.shown?.to === approver.id ? approval.shown.basis : approval.basis;
  if (!now || changesSince(told, now).length === 0) return { changes, refusal: null };
  const refusal = refuse.conflict(
    `This has changed since it was asked. ${changes.join(" ") || BACK_AGAIN} Review it and approve again.`,
    await approvalSingle(tx, approval.id, approver),
  );
  refusal.afterwards = async (later) => {
    await later
      .update(approvals)
      .set({ shown: { to: approver.id, basis: now } })
      .where(and(eq(approvals.id, approval.id), eq(approvals.state, "waiting")));
  };
  return { changes, refusal };
}

/** Shown as changed, and back as it was by now. */
const BACK_AGAIN = "It is the same again as when it was requested.";
