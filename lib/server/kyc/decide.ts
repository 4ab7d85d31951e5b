import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { kycDecision } from "@/lib/contract/kyc";
import type { KycDecision } from "@/lib/contract/kyc.values";
import { pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { emitKycRequestWebhook } from "@/lib/server/webhooks/record-events";
import { refuseUnlessTierMayRise } from "./account-obstacles";
import { raiseTier } from "./change-tier";
import { tickChecklistItems, uncheckedChecklistItems } from "./checklist";
import { selectKycRows, toKycRow } from "./list";
import { notifyApplicant } from "./notify-user";
import { kycRecordRef, lockKycRequest, updateKycRequest } from "./record";
import { refuseIfAssignedToOther, refuseStaleRequest, throwRequestConflict } from "./refuse-conflict";
import { refuseOwnSubmission, selfDecisionNote } from "./self-decision";

type Decision = z.output<typeof kycDecision>;

const OUTCOME_TEXTS: Record<KycDecision, (tier: number) => string> = {
  approved: (tier) => `Your identity has been confirmed. Your account is now on tier ${tier}.`,
  rejected: () => "Your identity request was not approved.",
  resubmission_requested: () => "We need you to send your identity request again.",
};

/**
 * Decides an identity request (docs/rules.md, KYC management), and claims it first if unassigned. Because of the row lock, only one of two
 * concurrent deciders succeeds; the other gets a 409 that names the first. Also changes the user's tier and queues their mail.
 * @throws 404; 403 for the officer who submitted it while another can decide; 409 with the current request if it is decided, assigned to
 * another officer or has changed; for an approval also 409 if the checklist is incomplete or the account is suspended or closed
 */
export async function decideKyc(context: WriteContext, input: Decision) {
  const { admin, audit } = context;
  const { tx } = context;
  await lockCallingAdmin(tx, admin.id);
  const request = await lockKycRequest(tx, input.kycId);
  await refuseIfAssignedToOther(tx, request, admin.id);
  await refuseOwnSubmission(tx, request, admin.id);
  await refuseStaleRequest(tx, request, input.version, admin.id);
  if (input.decision === "approved") {
    await refuseUnlessTierMayRise(tx, request);
    const missingChecks = await uncheckedChecklistItems(tx, request);
    const stillMissing = missingChecks.filter((item) => !input.checked?.includes(item)).length;
    if (stillMissing > 0)
      await throwRequestConflict(
        tx,
        request,
        `The checklist is not complete: ${pluralize(stillMissing, "item is", "items are")} open. Tick what you have checked, then approve.`,
      );
    await tickChecklistItems(tx, request.id, missingChecks, admin.id);
  }

  const decidedAt = new Date();
  const newValues = {
    state: input.decision,
    reason: input.reason ?? null,
    message: input.message ?? null,
    assigneeId: admin.id,
    decidedById: admin.id,
  };
  await updateKycRequest(tx, request.id, { ...newValues, decidedAt, activeAt: decidedAt });
  await emitKycRequestWebhook(tx, { ...request, state: input.decision, version: request.version + 1 });
  const tiers = input.decision === "approved" ? await raiseTier(tx, request) : undefined;
  const outcome = OUTCOME_TEXTS[input.decision](tiers?.after ?? 0);
  await notifyApplicant(tx, request, { outcome, message: newValues.message });

  audit({
    record: kycRecordRef(request),
    before: { state: request.state, assignee: request.assigneeId, user_tier: tiers?.before },
    after: {
      state: newValues.state,
      assignee: admin.id,
      reason: newValues.reason,
      message: newValues.message,
      user_tier: tiers?.after,
      checked: input.checked?.join(", "),
      ...selfDecisionNote(request, admin.id),
    },
  });
  const [decidedRow] = await selectKycRows(tx).where(eq(kycRequests.id, request.id));
  if (!decidedRow) throw new Error(`KYC request ${request.id} vanished.`);
  return {
    ...toKycRow(decidedRow),
    decision: {
      by: toAdminRef(admin),
      at: decidedAt.toISOString(),
      reason: newValues.reason,
      message: newValues.message,
    },
  };
}
