import type { ApprovalRow } from "@/lib/contract/approvals";

/** A request for approval, and the decision that the admin is about to make. */
export type PendingDecision = { approval: ApprovalRow; decision: "approved" | "rejected" };

/** Returns the storage key of an unsent decision in the browser. */
export const approvalDraftName = ({ approval, decision }: PendingDecision) =>
  `approvals.decide:${approval.approvalId}:${decision}`;
