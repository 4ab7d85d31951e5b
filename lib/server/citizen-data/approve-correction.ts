import "server-only";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { lockRiskFlags, refreshFlagsOfOpenRequests } from "@/lib/server/kyc/refresh-flags";
import { citizenMail } from "@/lib/server/mail/messages";
import { queueMail } from "@/lib/server/outbox/queue";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { contactConflictForAdmin } from "@/lib/server/user/contact-taken";
import { readUserDetails } from "@/lib/server/user/single";
import type { UserRecord } from "@/lib/server/user/status";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import { lockUserRow } from "./correct";
import {
  correctedColumns,
  correctedFieldsOf,
  correctionAuditValues,
  correctionPayload,
  fieldsChangedSince,
  refuseImpossibleCorrection,
} from "./correction";

/**
 * Applies an approved correction: saves the details, recomputes the flags of open identity requests, emits the webhook
 * and notifies the citizen, also at the previous email address.
 * @throws 409 if a corrected detail has changed since the request, or the correction is not possible any more
 */
export const approveCorrection: ApprovalHandler = {
  // Takes the lock of the risk flags before row locks, in the same order as the submission of an identity request, to prevent deadlocks.
  lock: (tx) => lockRiskFlags(tx),
  async approve(tx, approval) {
    const { from, to } = correctionPayload.parse(approval.payload);
    const user = await lockUserRow(tx, approval.recordId);
    const changed = fieldsChangedSince(user, from);
    if (changed.length)
      throw refuse.conflict(`The ${changed.join(" and the ")} changed since the request. Reject the correction.`);
    await refuseImpossibleCorrection(tx, user, to, () => readUserDetails(tx, user.id, []));
    const taken = await contactConflictForAdmin(tx, { phone: to.phone ?? undefined, email: to.email }, user.id);
    if (taken) throw taken;
    const corrected = await updateVersionedRecord(tx, users, user.id, correctedColumns(to));
    if (fullName(corrected) !== fullName(user) || "middle_name" in to) await refreshFlagsOfOpenRequests(tx, user.id);
    await emitUserWebhook(tx, "user.updated", corrected);
    await notifyOfCorrection(tx, user, corrected);
    return {
      before: correctionAuditValues(from),
      after: { ...correctionAuditValues(to), changed: correctedFieldsOf(to) },
    };
  },
};

const TITLE = "Your account details were corrected";
const TEXT =
  "Our office corrected your name, phone number or email address. If you did not ask for this, contact our support team immediately.";

async function notifyOfCorrection(tx: Transaction, before: UserRecord, after: UserRecord): Promise<void> {
  const news = { subject: TITLE, text: TEXT, title: TITLE, body: TEXT, data: { category: "account" } };
  await notifyCitizen(tx, after.id, news);
  // Also notifies the previous address, so that its owner notices a correction that they did not request.
  const { firstName, email } = before;
  if (email && email !== after.email)
    await queueMail(tx, citizenMail({ firstName, email }, { subject: TITLE, text: TEXT }));
}
