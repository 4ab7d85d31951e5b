import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal, refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { holdCaller } from "@/lib/server/rp/active-admins";
import { leavesToOthers } from "./entered";
import { selectRows, toRow } from "./list";
import { kycRecord, type Request } from "./record";

type Id = { id: string };
const idOf = async (db: Queryable, query: SQL) => (await db.execute<Id>(query)).rows[0]?.id;

/** The case that one comes from. */
type From = Pick<Request, "id" | "submittedAt" | "assigneeId"> | undefined;
const fromOf = async (db: Queryable, kycId: string | undefined): Promise<From> =>
  kycId ? (await db.select().from(kycRequests).where(eq(kycRequests.id, kycId)))[0] : undefined;

const except = (from: From) => (from ? sql`and id <> ${from.id}` : sql``);
const behind = (from: NonNullable<From>) => sql`and (submitted_at, id) > (${from.submittedAt}, ${from.id})`;
const OLDEST = sql`order by submitted_at, id limit 1`;

/** What an officer has claimed and not decided. @param which of them */
const unfinished = (adminId: string, which: SQL) =>
  sql`select id from kyc_requests where state = 'in_review' and assignee_id = ${adminId} ${which} ${OLDEST}`;

/**
 * What nobody has; the words are those of the index kyc_requests_unassigned. What an officer entered at the counter is
 * passed over where somebody else can decide it.
 */
async function unassigned(db: Queryable, adminId: string, which: SQL): Promise<SQL> {
  const entered = (await leavesToOthers(db, adminId)) ? sql`and entered_by_id is distinct from ${adminId}` : sql``;
  return sql`select id from kyc_requests where state = 'pending' and assignee_id is null ${which} ${entered} ${OLDEST}`;
}

/**
 * The case that an officer has claimed already and goes on with: the oldest, or from a case of their own the one behind it,
 * so that what they put aside is passed once.
 */
const nextUnfinished = (db: Queryable, adminId: string, from: From) =>
  idOf(db, unfinished(adminId, from?.assigneeId === adminId ? behind(from) : except(from)));

/** What is left of one's own when nothing else waits. */
const anyUnfinished = (db: Queryable, adminId: string, from: From) => idOf(db, unfinished(adminId, except(from)));

/**
 * "Next for me": the officer's own unfinished cases, then the oldest that nobody has, which becomes theirs. `skip locked`:
 * what a colleague is taking at this very moment is passed over, so no two get the same and none waits for another.
 * @param skip the request that one comes from.
 * @throws 404 in words when nothing is left.
 */
export async function nextKyc({ tx, admin, audit }: WriteContext, skip?: string) {
  await holdCaller(tx, admin.id);
  const from = await fromOf(tx, skip);
  const own = await nextUnfinished(tx, admin.id, from);
  const taken = own ? undefined : await takeOldest();
  const id = own ?? taken ?? (await anyUnfinished(tx, admin.id, from));
  if (!id)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      "The queue is clear: every waiting request has an officer, or was entered by you and is for a colleague. New ones appear in the list as they come in.",
    );
  const [found] = await selectRows(tx).where(eq(kycRequests.id, id));
  if (!found) throw new Error(`KYC request ${id} vanished.`);
  audit({
    record: kycRecord(found.request),
    ...(taken && {
      before: { state: "pending", assignee: null },
      after: { state: "in_review", assignee: admin.id },
    }),
  });
  return toRow(found);

  async function takeOldest() {
    const oldest = await unassigned(tx, admin.id, except(from));
    return idOf(
      tx,
      sql`update kyc_requests set state = 'in_review', assignee_id = ${admin.id}, version = version + 1
        where id = (${oldest} for update skip locked) returning id`,
    );
  }
}

/**
 * What comes after a case: `next` is what `kyc.next` would open at this moment, `following` the next one in the queue that
 * nobody has, for who leaves this one unclaimed. @throws 404
 */
export async function upcomingAfter(db: Queryable, kycId: string, adminId: string) {
  const from = await fromOf(db, kycId);
  if (!from) throw refuse.notFound("identity request");
  const oldest = async (which: SQL) => idOf(db, await unassigned(db, adminId, which));
  return {
    next:
      (await nextUnfinished(db, adminId, from)) ??
      (await oldest(except(from))) ??
      (await anyUnfinished(db, adminId, from)) ??
      null,
    following: (await oldest(behind(from))) ?? null,
  };
}
