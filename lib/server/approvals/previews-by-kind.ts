import "server-only";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { correctionPreview } from "@/lib/server/citizen-data/correction-preview";
import { erasurePreview } from "@/lib/server/citizen-data/erasure-preview";
import { cancellationPreview, ticketRefundPreview } from "@/lib/server/event/approval-preview";
import { payoutBatchPreview } from "@/lib/server/grant/approval-preview";
import { revocationPreview } from "@/lib/server/kyc/approval-preview";
import { headChangePreview } from "@/lib/server/revenue-heads/approval-preview";
import { roleAssignmentPreview, roleChangePreview } from "@/lib/server/rp/approval-preview";
import { movementPreview, tierLimitsPreview } from "@/lib/server/system-wallet/approval-preview";
import { openingBalancePostingPreview } from "@/lib/server/system-wallet/opening-balances/approve-posting";
import { disputePreview, refundPreview } from "@/lib/server/transaction/approval-preview";
import { disputeAnswerPreview } from "@/lib/server/transaction/disputes/answer-preview";
import type { ApprovalPreview } from "./approval-preview";

/**
 * Preview of an approval's effect, by kind of request. A new kind needs a line here and in ./handlers-by-kind.ts. Separate from the
 * handlers, because calls that create requests import the previews.
 */
export const APPROVAL_PREVIEWS: Record<ApprovalKind, ApprovalPreview> = {
  "rp.createAdmin": roleAssignmentPreview,
  "rp.assignRoles": roleAssignmentPreview,
  "rp.updateRole": roleChangePreview,
  "systemWallet.submitMovement": movementPreview,
  "systemWallet.changeLimits": tierLimitsPreview,
  "systemWallet.postOpeningBalances": openingBalancePostingPreview,
  "revenueHeads.change": headChangePreview,
  "kyc.revoke": revocationPreview,
  "transaction.refund": refundPreview,
  "transaction.dispute": disputePreview,
  "transaction.answerDispute": disputeAnswerPreview,
  // No preview: sending a notification moves no money, and the audience is counted again at the approval.
  "appConfig.sendBroadcast": {},
  "event.cancel": cancellationPreview,
  "event.refundTicket": ticketRefundPreview,
  "grant.submitBatch": payoutBatchPreview,
  "user.correct": correctionPreview,
  "user.exportData": {},
  "user.runRetention": {},
  "user.eraseData": erasurePreview,
};
