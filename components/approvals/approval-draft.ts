import type { ApprovalRow } from "@/lib/contract/approvals";

/** A decision that is being made. */
export type Deciding = { approval: ApprovalRow; decision: "approved" | "rejected" };

/** Names what was typed for it. */
export const approvalDraft = ({ approval, decision }: Deciding) =>
  `approvals.decide:${approval.approvalId}:${decision}`;
