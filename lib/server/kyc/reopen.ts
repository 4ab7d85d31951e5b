import "server-only";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { z } from "zod";
import type { kycReopening } from "@/lib/contract/kyc";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { emitKycRequestWebhook } from "@/lib/server/webhooks/record-events";
import { kycDueTime } from "./due-time";
import { assignmentColumns, kycRecordRef, lockKycRequest, updateKycRequest } from "./record";
import { refuseClosedUser, refuseStaleRequest, throwRequestConflict } from "./refuse-conflict";
import { refuseOwnSubmission } from "./self-decision";
import { readKycDetails } from "./single";

/**
 * Reopens a rejected request for the caller, with a new due time. The user is notified only of the next decision.
 * @throws 404; 403 for the officer who submitted it; 409 if it is not rejected or has changed, the account is closed,
 * or another request is open
 */
export async function reopenKyc({ tx, admin, audit }: WriteContext, input: z.output<typeof kycReopening>) {
  await lockCallingAdmin(tx, admin.id);
  const request = await lockKycRequest(tx, input.kycId);
  await refuseStaleRequest(tx, request, input.version, admin.id);
  if (request.state !== "rejected") await throwRequestConflict(tx, request, "Only a rejected request can be reopened.");
  await refuseOwnSubmission(tx, request, admin.id);
  await refuseClosedUser(tx, request, "reopened");
  const [newerRequest] = await tx
    .select({ reference: kycRequests.reference })
    .from(kycRequests)
    .where(
      and(
        eq(kycRequests.userId, request.userId),
        ne(kycRequests.id, request.id),
        inArray(kycRequests.state, [...KYC_OPEN_STATES]),
      ),
    )
    .limit(1);
  if (newerRequest)
    throw refuse.conflict(`This user has sent ${newerRequest.reference} since, and it waits. Review that one instead.`);
  const dueAt = kycDueTime(new Date());
  await updateKycRequest(tx, request.id, {
    ...assignmentColumns(admin.id),
    decidedById: null,
    decidedAt: null,
    reason: null,
    message: null,
    dueAt,
  });
  await emitKycRequestWebhook(tx, { ...request, state: "in_review", version: request.version + 1 });
  audit({
    record: kycRecordRef(request),
    before: { state: "rejected", assignee: request.assigneeId, reason: request.reason, due_at: request.dueAt },
    after: { state: "in_review", assignee: admin.id, reason: input.reason, due_at: dueAt },
  });
  return readKycDetails(tx, request.id);
}
