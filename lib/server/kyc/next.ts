import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { KycLane } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal, refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { highestRiskFirst, isInLane, selectKycRows, toKycRow } from "./list";
import { kycRecordRef } from "./record";
import { hasOtherDeciders } from "./self-decision";

/**
 * Where an officer is in the queue of requests. `skip`: the request that the officer is leaving. `lane`: only requests without risk flags,
 * or only flagged ones.
 */
type QueuePosition = { skip?: string; lane?: KycLane };

/** Returns queries for an officer's queue: oldest first, but highest risk first in the risk lane. */
async function queueQueries(db: Queryable, adminId: string, { skip, lane }: QueuePosition) {
  const [from] = skip ? await db.select().from(kycRequests).where(eq(kycRequests.id, skip)) : [];
  const idOf = async (query: SQL) => (await db.execute<{ id: string }>(query)).rows[0]?.id;
  const inThisLane = lane ? sql`and ${isInLane(lane)}` : sql``;
  const firstInQueue = sql`order by ${lane === "risk" ? highestRiskFirst : sql`submitted_at, id`} limit 1`;
  const notSkipped = from ? sql`and id <> ${from.id}` : sql``;
  const later = from && sql`(submitted_at, id) > (${from.submittedAt}, ${from.id})`;
  const afterSkipped =
    later &&
    (lane === "risk" ? sql`and (risk < ${from.risk} or (risk = ${from.risk} and ${later}))` : sql`and ${later}`);

  /** Builds the query for requests that the officer has claimed but not decided. */
  const ownUnfinished = (condition: SQL) =>
    sql`select id from kyc_requests where state = 'in_review' and assignee_id = ${adminId} ${inThisLane} ${condition} ${firstInQueue}`;
  // Skips requests that the officer submitted, if another officer can decide them.
  const entered = (await hasOtherDeciders(db, adminId)) ? sql`and entered_by_id is distinct from ${adminId}` : sql``;
  /** Builds the query for unassigned requests. Its conditions match the index kyc_requests_unassigned. */
  const unassigned = (condition: SQL) =>
    sql`select id from kyc_requests where state = 'pending' and assignee_id is null ${inThisLane} ${entered} ${condition} ${firstInQueue}`;
  return {
    from,
    /** Returns the officer's first own request, or the one after `skip`, so that each own request is offered once. */
    own: () => idOf(ownUnfinished(from?.assigneeId === adminId && afterSkipped ? afterSkipped : notSkipped)),
    /** Returns one of the officer's own requests, for the case that no other request waits. */
    anyOwn: () => idOf(ownUnfinished(notSkipped)),
    free: unassigned(notSkipped),
    anyFree: () => idOf(unassigned(notSkipped)),
    /** Returns the next unassigned request after `skip`, for an officer who leaves `skip` unclaimed. */
    freeBehind: async () => (afterSkipped ? idOf(unassigned(afterSkipped)) : undefined),
  };
}

/**
 * Opens the next request: one of the officer's own unfinished ones, otherwise the oldest unassigned one, which it claims. `skip
 * locked` skips rows that a colleague is claiming, so that two officers never get the same request nor wait for each other.
 * @throws 404 with a message if no request is left
 */
export async function nextKyc({ tx, admin, audit }: WriteContext, position: QueuePosition) {
  await lockCallingAdmin(tx, admin.id);
  const queue = await queueQueries(tx, admin.id, position);
  const ownRequestId = await queue.own();
  const claimed = ownRequestId ? undefined : await claimUnassigned();
  const id = ownRequestId ?? claimed ?? (await queue.anyOwn());
  if (!id)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      position.lane
        ? "This lane is clear: nothing in it waits for you. Choose another lane."
        : "The queue is clear: every waiting request has an officer, or was entered by you and is for a colleague. New ones appear in the list as they come in.",
    );
  const [row] = await selectKycRows(tx).where(eq(kycRequests.id, id));
  if (!row) throw new Error(`KYC request ${id} vanished.`);
  audit({
    record: kycRecordRef(row.request),
    ...(claimed && {
      before: { state: "pending", assignee: null },
      after: { state: "in_review", assignee: admin.id },
    }),
  });
  return toKycRow(row);

  async function claimUnassigned() {
    const now = new Date();
    const { rows } = await tx.execute<{ id: string }>(sql`
      update kyc_requests set state = 'in_review', assignee_id = ${admin.id}, claimed_at = ${now}, active_at = ${now},
        version = version + 1
      where id = (${queue.free} for update skip locked) returning id`);
    return rows[0]?.id;
  }
}

/**
 * Returns the requests after this one. `next` is what `kyc.next` would open now. `following` is the next unassigned request, for
 * an officer who leaves this one unclaimed. @throws 404
 */
export async function nextRequestAfter(db: Queryable, adminId: string, kycId: string, lane?: KycLane) {
  const queue = await queueQueries(db, adminId, { skip: kycId, lane });
  if (!queue.from) throw refuse.notFound("identity request");
  return {
    next: (await queue.own()) ?? (await queue.anyFree()) ?? (await queue.anyOwn()) ?? null,
    following: (await queue.freeBehind()) ?? null,
  };
}
