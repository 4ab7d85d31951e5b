import "server-only";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { cancellationLook, ticketRefundLook } from "@/lib/server/event/look";
import { batchLook } from "@/lib/server/grant/look";
import { revocationLook } from "@/lib/server/kyc/look";
import { fullLook } from "@/lib/server/rp/look";
import { movementLook } from "@/lib/server/system-wallet/look";
import { disputeLook, refundLook } from "@/lib/server/transaction/look";
import type { Look } from "./look";

/**
 * One for each kind; a new kind is a line here and in ./handlers.ts. These files stand apart from the handlers, because
 * whoever asks for a change looks as well.
 */
export const LOOKS: Record<ApprovalKind, Look> = {
  "rp.assignRoles": fullLook,
  "systemWallet.submitMovement": movementLook,
  "kyc.revoke": revocationLook,
  "transaction.refund": refundLook,
  "transaction.dispute": disputeLook,
  // It moves no money, and its audience is counted anew with the approval.
  "appConfig.sendBroadcast": {},
  "event.cancel": cancellationLook,
  "event.refundTicket": ticketRefundLook,
  "grant.submitBatch": batchLook,
};
