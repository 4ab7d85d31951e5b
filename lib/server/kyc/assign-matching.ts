import "server-only";
import { and, asc, inArray, isNull } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { kycCalls } from "@/lib/contract/kyc";
import { KYC_ASSIGN_MATCHING_MAX } from "@/lib/contract/kyc.values";
import type { KycAssignmentResultByOfficer } from "@/lib/contract/kyc-assign-matching";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import { type RefusedRecord, refusalAuditEntries } from "@/lib/server/audit/refused-records";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { countUpToCap } from "@/lib/server/lists/list";
import { type Assignee, assignRequest, notifyAssignee, requireAssignees } from "./assign";
import { isOpenRequest, kycFilter } from "./list";
import { type KycRequest, kycRecordRef } from "./record";

/**
 * Splits the matching open requests evenly between the chosen officers, oldest first. Includes only unassigned requests, unless
 * the filters name an assignee. An officer gets a request that they entered only if no other chosen officer can take it. Writes
 * one audit row for each request and notifies each officer once.
 * @throws 400 if a chosen admin can't review; 404 with a message if nothing matches
 */
export async function assignMatching(
  context: WriteContext,
  { assignees, ...filters }: InputOf<typeof kycCalls.assignMatching>,
): Promise<KycAssignmentResultByOfficer> {
  const { tx, admin, audit } = context;
  const assigneeIds = [...new Set(assignees.map((id) => (id === "me" ? admin.id : id)))];
  const assigneesFound = await requireAssignees(tx, admin.id, assigneeIds, "assignees");

  const where = and(
    kycFilter(filters, admin.id),
    isOpenRequest(),
    filters.assignee ? undefined : isNull(kycRequests.assigneeId),
  );
  const { total, totalIsCapped } = await countUpToCap(tx, kycRequests, where);
  const queue = await tx
    .select({ id: kycRequests.id })
    .from(kycRequests)
    .where(where)
    .orderBy(asc(kycRequests.submittedAt), asc(kycRequests.id))
    .limit(KYC_ASSIGN_MATCHING_MAX);
  const ids = queue.map(({ id }) => id);
  // Locks rows by id, as assign.ts does, to prevent deadlocks. Omits requests that no longer match.
  const locked = await tx
    .select()
    .from(kycRequests)
    .where(and(inArray(kycRequests.id, ids), where))
    .orderBy(asc(kycRequests.id))
    .for("update");
  if (!locked.length)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      "No open request matches that can be assigned. Change the filters and try again.",
    );
  const requests = locked.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));

  const shares = assigneesFound.map((assignee) => ({ receiver: assignee, load: 0, given: [] as KycRequest[] }));
  const skipped: RefusedRecord[] = [];
  for (const request of requests) {
    const eligible = shares.filter(({ receiver: assignee }) => !isEnteredBy(request, assignee));
    const share = leastLoaded(eligible.length ? eligible : shares);
    const refusalMessage = await assignRequest(context, request, share.receiver);
    share.load++;
    if (refusalMessage) skipped.push({ record: kycRecordRef(request), refusal: refusalMessage });
    else share.given.push(request);
  }
  for (const row of refusalAuditEntries(skipped)) audit(row);
  for (const { receiver: assignee, given } of shares) await notifyAssignee(tx, assignee, given, admin);

  return {
    officers: shares.map(({ receiver: assignee, given }) => ({
      officer: assignee.ref,
      given: given.length,
    })),
    stayed: countEach([...skipped.map(({ refusal }) => refusal), ...Array(ids.length - requests.length).fill(CHANGED)]),
    left_over: total - ids.length,
    left_over_is_capped: totalIsCapped,
  };
}

const CHANGED = "Another admin changed this request at the same moment.";

const isEnteredBy = ({ enteredById }: KycRequest, { id, othersCanReview }: Assignee) =>
  othersCanReview && enteredById === id;

/** Returns the officer's share with the fewest requests so far; of several equal ones, the first. */
const leastLoaded = <S extends { load: number }>(shares: readonly S[]): S =>
  shares.reduce((smallest, share) => (share.load < smallest.load ? share : smallest));

function countEach(messages: readonly string[]): KycAssignmentResultByOfficer["stayed"] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].map(([message, count]) => ({ message, count }));
}
