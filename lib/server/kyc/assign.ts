import "server-only";
import { asc, inArray } from "drizzle-orm";
import type { z } from "zod";
import { allows } from "@/lib/contract/access";
import type { AssignmentResult, kycAssignment } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { queuePush } from "@/lib/server/push/deliver";
import { holdActive, holdCaller, nameOf } from "@/lib/server/rp/active-admins";
import { adminsHolding, rightsNow } from "@/lib/server/rp/rights";
import { leavesToOthers } from "./entered";
import { changeRequest, heldBy, isOpen, kycRecord, type Request } from "./record";

/** Active admins who can review. */
export const assigneesOf = (db: Queryable) => adminsHolding(db, [{ feature: "KYC Management", flag: "update" }]);

/**
 * Gives requests to the caller, to somebody else who can review, or to nobody, and says of each that stays as it is why.
 * Somebody else gets one push for all of them. One audit row for each, done or refused.
 * @throws 400 when the assignee can't review.
 */
export async function assignKyc({ tx, admin, audit }: WriteContext, input: z.output<typeof kycAssignment>) {
  const assignee = input.assignee === "nobody" ? null : input.assignee === "me" ? admin.id : input.assignee;
  await holdCaller(tx, admin.id);
  if (assignee) await refuseUnlessReviewer(tx, assignee);
  const leaves = assignee !== null && (await leavesToOthers(tx, assignee));
  const to = assignee === admin.id ? "you" : assignee ? await nameOf(tx, assignee) : "nobody";

  const wanted = new Map(input.requests.map(({ kycId, version }) => [kycId.toLowerCase(), version]));
  // In one order for everybody, so that two who assign the same requests do not wait for each other.
  const requests = await tx
    .select()
    .from(kycRequests)
    .where(inArray(kycRequests.id, [...wanted.keys()]))
    .orderBy(asc(kycRequests.id))
    .for("update");
  const given: Request[] = [];
  const results = new Map<string, AssignmentResult>();
  for (const request of requests) {
    const name = kycRecord(request).name;
    const kept = await whyNot(tx, request, { version: wanted.get(request.id) ?? 0, assignee, to, leaves });
    results.set(request.id, { id: request.id, name, done: !kept, message: kept ?? `Assigned to ${to}.` });
    if (kept) {
      audit({ record: kycRecord(request), refusal: kept });
      continue;
    }
    const held = heldBy(assignee);
    await changeRequest(tx, request.id, held);
    given.push(request);
    audit({
      record: kycRecord(request),
      before: { state: request.state, assignee: request.assigneeId },
      after: { state: held.state, assignee },
    });
  }
  const unknown = [...wanted.keys()].filter((id) => !results.has(id));
  const rows = unknown.map((id) => ({ record: { type: "kyc" as const, id, name: GONE.name }, refusal: GONE.message }));
  if (requests.length === 0) throw Object.assign(refuse.notFound("identity request"), { rows });
  for (const row of rows) audit(row);
  if (assignee && assignee !== admin.id) await tell(tx, assignee, given, fullName(admin));
  return { results: [...wanted.keys()].map((id) => results.get(id) ?? { id, ...GONE }) };
}

const GONE = { name: "Unknown request", done: false, message: "This request does not exist any more." };

async function refuseUnlessReviewer(tx: Transaction, adminId: string) {
  const active = await holdActive(tx, [adminId]);
  const rights = active.has(adminId) ? await rightsNow(tx, adminId) : null;
  if (rights && allows(rights, kycRoutes.decide.policy)) return;
  const message = "This admin can't review identity requests. Choose somebody else.";
  throw refuse.badInput(message, { assignee: message });
}

/** `leaves`: somebody else can review what the assignee entered. */
type Wanted = { version: number; assignee: string | null; to: string; leaves: boolean };

async function whyNot(
  tx: Transaction,
  request: Request,
  { version, assignee, to, leaves }: Wanted,
): Promise<string | null> {
  if (!isOpen(request.state)) return `${await nameOf(tx, request.decidedById)} has decided this request already.`;
  if (request.assigneeId === assignee && (assignee === null || request.state === "in_review"))
    return `This request is assigned to ${to} already.`;
  if (leaves && request.enteredById === assignee)
    return `${to === "you" ? "You" : to} entered this request, so somebody else has to review it.`;
  if (request.version === version) return null;
  const who = request.assigneeId ? await nameOf(tx, request.assigneeId) : "nobody";
  return `This request has changed and is assigned to ${who} now. Choose it again if you still want to.`;
}

/** One push however many there are: fifty in a row would only be switched off. It opens the most urgent one. */
async function tell(tx: Transaction, adminId: string, given: readonly Request[], by: string) {
  const [first] = [...given].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  if (!first) return;
  const what = given.length === 1 ? first.reference : `${given.length} identity requests`;
  await queuePush(tx, adminId, {
    title: "Assigned to you",
    body: `${by} assigned ${what} to you.`,
    category: "kyc",
    request_id: first.id,
  });
}
