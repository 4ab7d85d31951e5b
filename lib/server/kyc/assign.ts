import "server-only";
import { asc, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { AdminRef } from "@/lib/contract/common";
import type { KycAssignmentResult, kycAssignment } from "@/lib/contract/kyc";
import { fullName, type SignedInAdmin, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { lockActiveAdmins, readAdminName } from "@/lib/server/rp/active-admins";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import {
  assignmentColumns,
  isOpenKycState,
  type KycRequest,
  kycNoticeRecordRef,
  kycRecordRef,
  updateKycRequest,
} from "./record";

/** Lists the active admins who can review requests. */
export const readPossibleAssignees = (db: Queryable) =>
  readAdminsHolding(db, [{ feature: "KYC Management", flag: "update" }]);

/**
 * The admin to whom requests are assigned; `id` is null if they are assigned to nobody. `othersCanReview`: true if other admins can review
 * requests that this admin submitted at the counter.
 */
export type Assignee = { id: string | null; nameInMessages: string; othersCanReview: boolean };
type ChosenAssignee = Assignee & { id: string; ref: AdminRef };
const UNASSIGNED: Assignee = { id: null, nameInMessages: "nobody", othersCanReview: false };

/**
 * Locks the caller and the chosen admins, so that no request is assigned to an admin who is being deactivated.
 * @param field name of the input field that gets the error message
 * @throws 401; 400 if a chosen admin can't review
 */
export async function requireAssignees(
  tx: Transaction,
  callerId: string,
  assigneeIds: readonly string[],
  field: string,
): Promise<ChosenAssignee[]> {
  const active = await lockActiveAdmins(tx, [callerId, ...assigneeIds]);
  if (!active.has(callerId)) throw refuse.signedOut();
  const reviewers = new Map((await readPossibleAssignees(tx)).map((reviewer) => [reviewer.id, reviewer]));
  const assignees = assigneeIds.map((id) => reviewers.get(id));
  const unfitId = assigneeIds.find((id) => !reviewers.has(id));
  if (unfitId) {
    const assigneeName = assigneeIds.length === 1 ? "This admin" : await readAdminName(tx, unfitId);
    const message = `${assigneeName} can't review identity requests. Choose another admin.`;
    throw refuse.badInput(message, { [field]: message });
  }
  return assignees
    .filter((reviewer) => reviewer !== undefined)
    .map((ref) => ({
      id: ref.id,
      nameInMessages: ref.id === callerId ? "you" : ref.name,
      othersCanReview: reviewers.size > 1,
      ref,
    }));
}

/**
 * Assigns requests to the caller, to another reviewer or to nobody. The result gives a reason for each request left unchanged.
 * Notifies another reviewer once, and writes one audit row for each request, changed or refused.
 * @throws 400 if the assignee can't review
 */
export async function assignKyc(context: WriteContext, input: z.output<typeof kycAssignment>) {
  const { tx, admin, audit } = context;
  const assigneeIds = input.assignee === "nobody" ? [] : [input.assignee === "me" ? admin.id : input.assignee];
  const [receiver = UNASSIGNED] = await requireAssignees(tx, admin.id, assigneeIds, "assignee");

  const versions = new Map(input.requests.map(({ kycId, version }) => [kycId.toLowerCase(), version]));
  // Locks rows by id, so that two admins who assign the same requests can't deadlock.
  const requests = await tx
    .select()
    .from(kycRequests)
    .where(inArray(kycRequests.id, [...versions.keys()]))
    .orderBy(asc(kycRequests.id))
    .for("update");
  const nowAssigned: KycRequest[] = [];
  const results = new Map<string, KycAssignmentResult>();
  for (const request of requests) {
    const record = kycRecordRef(request);
    const refusalMessage = await assignRequest(context, request, receiver, versions.get(request.id) ?? 0);
    const message = refusalMessage ?? `Assigned to ${receiver.nameInMessages}.`;
    results.set(request.id, { id: request.id, name: record.name, done: !refusalMessage, message });
    if (refusalMessage) audit({ record, refusal: refusalMessage });
    else nowAssigned.push(request);
  }
  const missing = [...versions.keys()].filter((id) => !results.has(id));
  const rows = missing.map((id) => ({ record: { type: "kyc" as const, id, name: GONE.name }, refusal: GONE.message }));
  if (requests.length === 0) throw Object.assign(refuse.notFound("identity request"), { rows });
  for (const row of rows) audit(row);
  await notifyAssignee(tx, receiver, nowAssigned, admin);
  return { results: [...versions.keys()].map((id) => results.get(id) ?? { id, ...GONE }) };
}

const GONE = { name: "Unknown request", done: false, message: "This request does not exist any more." };

/**
 * Assigns a locked request and writes its audit row.
 * @param version version of the request that the caller saw
 * @returns the reason why the request stays unchanged; null if it was assigned
 */
export async function assignRequest(
  { tx, audit }: WriteContext,
  request: KycRequest,
  receiver: Assignee,
  version = request.version,
): Promise<string | null> {
  const refusalMessage = await refusalReason(tx, request, receiver, version);
  if (refusalMessage) return refusalMessage;
  const assignment = assignmentColumns(receiver.id);
  await updateKycRequest(tx, request.id, assignment);
  audit({
    record: kycRecordRef(request),
    before: { state: request.state, assignee: request.assigneeId },
    after: { state: assignment.state, assignee: receiver.id },
  });
  return null;
}

async function refusalReason(
  tx: Transaction,
  request: KycRequest,
  { id, nameInMessages, othersCanReview }: Assignee,
  version: number,
): Promise<string | null> {
  if (!isOpenKycState(request.state))
    return `${await readAdminName(tx, request.decidedById)} has decided this request already.`;
  if (request.assigneeId === id && (id === null || request.state === "in_review"))
    return `This request is assigned to ${nameInMessages} already.`;
  if (othersCanReview && request.enteredById === id)
    return `${nameInMessages === "you" ? "You" : nameInMessages} entered this request, so another admin has to review it.`;
  if (request.version === version) return null;
  const assigneeName = request.assigneeId ? await readAdminName(tx, request.assigneeId) : "nobody";
  return `This request has changed and is assigned to ${assigneeName} now. Choose it again if you still want to.`;
}

/**
 * Sends the officer one notice for all assigned requests, because officers would turn off many notices. The notice opens the request that
 * is due first.
 */
export async function notifyAssignee(
  tx: Transaction,
  { id }: Assignee,
  nowAssigned: readonly KycRequest[],
  by: SignedInAdmin,
) {
  const [mostUrgent] = [...nowAssigned].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  if (!mostUrgent || !id || id === by.id) return;
  const requestsPhrase = nowAssigned.length === 1 ? mostUrgent.reference : `${nowAssigned.length} identity requests`;
  await notifyAdmins(tx, [id], {
    kind: "assigned",
    record: kycNoticeRecordRef(mostUrgent),
    cause: `assigned:${mostUrgent.id}:${uuid()}`,
    params: { by: fullName(by), what: requestsPhrase },
  });
}
