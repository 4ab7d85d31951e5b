import "server-only";
import { eq, sql } from "drizzle-orm";
import type { KycLane } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { holdCaller } from "@/lib/server/rp/active-admins";
import { leavesToOthers } from "./entered";
import { gravestFirst, inLane, selectRows, toRow } from "./list";
import { kycRecord } from "./record";

type Not = { id?: string; enteredBy?: string; lane?: KycLane };

/** Oldest first, in the lane of risk the gravest; the words are those of the index kyc_requests_unassigned. */
const unassigned = ({ id, enteredBy, lane }: Not) =>
  sql`select id from kyc_requests where state = 'pending' and assignee_id is null
    ${id ? sql`and id <> ${id}` : sql``}
    ${enteredBy ? sql`and entered_by_id is distinct from ${enteredBy}` : sql``}
    ${lane ? sql`and ${inLane(lane)}` : sql``}
    order by ${lane === "risk" ? gravestFirst : sql`submitted_at, id`} limit 1`;

/** What an officer entered at the counter is passed over where somebody else can decide it. */
const passedOver = async (db: Queryable, adminId: string | undefined): Promise<Not> =>
  adminId && (await leavesToOthers(db, adminId)) ? { enteredBy: adminId } : {};

/**
 * Takes on the oldest request that nobody has. `skip locked`: what a colleague is taking at this very moment is passed
 * over, so no two get the same and none waits for another.
 * @param skip the request that one comes from. @param lane only of this one.
 * @throws 404 in words when nothing is left.
 */
export async function nextKyc({ tx, admin, audit }: WriteContext, { skip, lane }: { skip?: string; lane?: KycLane }) {
  await holdCaller(tx, admin.id);
  const not = { id: skip, lane, ...(await passedOver(tx, admin.id)) };
  const now = new Date();
  const taken = await tx.execute<{ id: string }>(sql`
    update kyc_requests set state = 'in_review', assignee_id = ${admin.id}, claimed_at = ${now}, active_at = ${now},
      version = version + 1
    where id = (${unassigned(not)} for update skip locked) returning id`);
  const id = taken.rows[0]?.id;
  if (!id)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      lane
        ? "Nothing in this lane waits for an officer, except what you entered yourself. Choose another lane."
        : "Every waiting request has an officer, or was entered by you and is for a colleague. New ones appear in the list as they come in.",
    );
  const [found] = await selectRows(tx).where(eq(kycRequests.id, id));
  if (!found) throw new Error(`KYC request ${id} vanished.`);
  audit({
    record: kycRecord(found.request),
    before: { state: "pending", assignee: null },
    after: { state: "in_review", assignee: admin.id },
  });
  return toRow(found);
}

/** What `kyc.next` would give at this moment to somebody who comes from `kycId`. */
export async function upcomingAfter(db: Queryable, kycId: string, adminId?: string): Promise<string | null> {
  const found = await db.execute<{ id: string }>(unassigned({ id: kycId, ...(await passedOver(db, adminId)) }));
  return found.rows[0]?.id ?? null;
}
