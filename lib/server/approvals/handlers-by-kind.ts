import "server-only";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { approveBroadcast } from "@/lib/server/app-config/broadcast/approve-broadcast";
import { approveCorrection } from "@/lib/server/citizen-data/approve-correction";
import { approveErasure } from "@/lib/server/citizen-data/erase";
import { approveDataCopy } from "@/lib/server/citizen-data/request-copy";
import { approveOldDataRemoval } from "@/lib/server/citizen-data/retention/request-removal";
import { approveCancellation } from "@/lib/server/event/approve-cancellation";
import { approveTicketRefund } from "@/lib/server/event/approve-ticket-refund";
import { approvePayoutBatch } from "@/lib/server/grant/approve-batch";
import { approveRevocation } from "@/lib/server/kyc/revoke";
import { approveHeadChange } from "@/lib/server/revenue-heads/approve-change";
import { approveRoleChange } from "@/lib/server/rp/approve-role";
import { approveRoleAssignment } from "@/lib/server/rp/approve-roles";
import { approveTierLimits } from "@/lib/server/system-wallet/approve-limits";
import { approveMovement } from "@/lib/server/system-wallet/approve-movement";
import { approveOpeningBalancePosting } from "@/lib/server/system-wallet/opening-balances/approve-posting";
import { approveDispute } from "@/lib/server/transaction/approve-dispute";
import { approveRefund } from "@/lib/server/transaction/approve-refund";
import { approveDisputeAnswer } from "@/lib/server/transaction/disputes/approve-answer";
import type { ApprovalHandler } from "./approval-handler";

/** Effect of an approval, by kind of request. A new kind needs a line here and in lib/contract/approvals.values.ts. */
export const APPROVAL_HANDLERS: Record<ApprovalKind, ApprovalHandler> = {
  "rp.createAdmin": approveRoleAssignment,
  "rp.assignRoles": approveRoleAssignment,
  "rp.updateRole": approveRoleChange,
  "systemWallet.submitMovement": approveMovement,
  "systemWallet.changeLimits": approveTierLimits,
  "systemWallet.postOpeningBalances": approveOpeningBalancePosting,
  "revenueHeads.change": approveHeadChange,
  "kyc.revoke": approveRevocation,
  "transaction.refund": approveRefund,
  "transaction.dispute": approveDispute,
  "transaction.answerDispute": approveDisputeAnswer,
  "appConfig.sendBroadcast": approveBroadcast,
  "event.cancel": approveCancellation,
  "event.refundTicket": approveTicketRefund,
  "grant.submitBatch": approvePayoutBatch,
  "user.correct": approveCorrection,
  "user.exportData": approveDataCopy,
  "user.runRetention": approveOldDataRemoval,
  "user.eraseData": approveErasure,
};
