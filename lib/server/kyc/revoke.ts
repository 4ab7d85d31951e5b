import "server-only";
import { z } from "zod";
import type { kycRevocation } from "@/lib/contract/kyc";
import { KYC_REASONS } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import { emitKycRequestWebhook } from "@/lib/server/webhooks/record-events";
import { lowerTier } from "./change-tier";
import { notifyApplicant } from "./notify-user";
import { kycRecordRef, lockKycRequest, updateKycRequest } from "./record";
import { refuseStaleRequest, throwRequestConflict } from "./refuse-conflict";
import { readKycDetails } from "./single";

const payload = z.object({ reason: z.enum(KYC_REASONS), message: z.string() });

/**
 * Requests a second admin's approval to revoke an approved request, which stays approved until then.
 * @throws 404; 409 if it is not approved, has changed, or already has a pending revocation
 */
export async function revokeKyc({ tx, admin, audit }: WriteContext, input: z.output<typeof kycRevocation>) {
  const request = await lockKycRequest(tx, input.kycId);
  await refuseStaleRequest(tx, request, input.version, admin.id);
  if (request.state !== "approved") await throwRequestConflict(tx, request, "Only an approved request can be revoked.");
  await refuseWhileChangeWaits(tx, "kyc", request.id, () => readKycDetails(tx, request.id));
  const { reason, message } = input;
  const approval = await requestApproval(tx, {
    kind: "kyc.revoke",
    record: kycRecordRef(request),
    change: `Revoke tier ${request.tier}`,
    payload: { reason, message },
    requestedBy: admin.id,
    reason: message,
  });
  audit({
    record: kycRecordRef(request),
    before: { state: "approved" },
    after: { state: "approved", awaiting_approval: approval.change, reason, message },
  });
  return readKycDetails(tx, request.id);
}

/** Applies an approved revocation: changes the request and the user's tier and queues the mail, in one transaction. */
export const approveRevocation: ApprovalHandler = {
  lock: (tx, recordId) => lockKycRequest(tx, recordId),
  async approve(tx, approval, approverId) {
    const { reason, message } = payload.parse(approval.payload);
    const request = await lockKycRequest(tx, approval.recordId);
    if (request.state !== "approved")
      throw refuse.conflict("This request is not approved any more. Reject the revocation.");
    await updateKycRequest(tx, request.id, {
      state: "revoked",
      reason,
      message,
      decidedById: approverId,
      decidedAt: new Date(),
    });
    await emitKycRequestWebhook(tx, { ...request, state: "revoked", version: request.version + 1 });
    const tier = await lowerTier(tx, request);
    const outcome = `The confirmation of your identity was withdrawn. Your account is now on tier ${tier.after}.`;
    await notifyApplicant(tx, request, { outcome, message });
    return {
      before: { state: "approved", user_tier: tier.before },
      after: { state: "revoked", assignee: request.assigneeId, message, user_tier: tier.after },
    };
  },
};
