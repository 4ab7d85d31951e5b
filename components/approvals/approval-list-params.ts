import { defineList, oneOf } from "@/lib/client/list-params";
import type { ApprovalRow } from "@/lib/contract/approvals";
import { APPROVAL_VIEWS } from "@/lib/contract/approvals.values";

/** What the address of the inbox can say. */
export const approvalListParams = defineList({ sorts: ["requested_at"], filters: { view: oneOf(APPROVAL_VIEWS) } });

/** A decision that is being made. */
export type Deciding = { approval: ApprovalRow; decision: "approved" | "rejected" };

/** Names what was typed for it. */
export const approvalDraft = ({ approval, decision }: Deciding) =>
  `approvals.decide:${approval.approvalId}:${decision}`;
