import type { ApprovalRow } from "@/lib/contract/approvals";

/** A request and the decision that the admin is about to make on it. */
export type PendingDecision = { approval: ApprovalRow; decision: "approved" | "rejected" };

/** Returns the key under which the browser stores the unsent decision. */
export const approvalDraftName = ({ approval, decision }: PendingDecision) =>
  `approvals.decide:${approval.approvalId}:${decision}`;
