import "server-only";
import { asc, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { AdminRef } from "@/lib/contract/common";
import type { AssignmentResult, kycAssignment } from "@/lib/contract/kyc";
import { fullName, type SignedInAdmin, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { queuePush } from "@/lib/server/push/deliver-push";
import { holdActive, nameOf } from "@/lib/server/rp/active-admins";
import { adminsHolding } from "@/lib/server/rp/read-rights";
import { changeRequest, heldBy, isOpen, kycRecord, type Request } from "./record";

/** Active admins who can review. */
export const assigneesOf = (db: Queryable) => adminsHolding(db, [{ feature: "KYC Management", flag: "update" }]);

/** To whom requests go: how a sentence names them, and whether they leave to others what they entered themselves. */
export type Receiver = { id: string | null; to: string; leaves: boolean };
type Chosen = Receiver & { id: string; ref: AdminRef };
const NOBODY: Receiver = { id: null, to: "nobody", leaves: false };

/**
 * Holds the caller and whom they chose, so that nobody is given what is put back at this moment.
 * @param field how the call names its choice
 * @throws 401; 400 when one of them can't review
 */
export async function receiversOf(
  tx: Transaction,
  callerId: string,
  chosen: readonly string[],
  field: string,
): Promise<Chosen[]> {
  const active = await holdActive(tx, [callerId, ...chosen]);
  if (!active.has(callerId)) throw refuse.signedOut();
  const reviewers = new Map((await assigneesOf(tx)).map((reviewer) => [reviewer.id, reviewer]));
  const found = chosen.map((id) => reviewers.get(id));
  const other = chosen.find((id) => !reviewers.has(id));
  if (other) {
    const who = chosen.length === 1 ? "This admin" : await nameOf(tx, other);
    const message = `${who} can't review identity requests. Choose somebody else.`;
    throw refuse.badInput(message, { [field]: message });
  }
  return found
    .filter((reviewer) => reviewer !== undefined)
    .map((ref) => ({
      id: ref.id,
      to: ref.id === callerId ? "you" : ref.name,
      leaves: reviewers.size > 1,
      ref,
    }));
}

/**
 * Gives requests to the caller, to somebody else who can review, or to nobody, and says of each that stays as it is why.
 * Somebody else gets one push for all of them. One audit row for each, done or refused.
 * @throws 400 when the assignee can't review.
 */
export async function assignKyc(context: WriteContext, input: z.output<typeof kycAssignment>) {
  const { tx, admin, audit } = context;
  const chosen = input.assignee === "nobody" ? [] : [input.assignee === "me" ? admin.id : input.assignee];
  const [receiver = NOBODY] = await receiversOf(tx, admin.id, chosen, "assignee");

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
    const record = kycRecord(request);
    const kept = await give(context, request, receiver, wanted.get(request.id) ?? 0);
    const message = kept ?? `Assigned to ${receiver.to}.`;
    results.set(request.id, { id: request.id, name: record.name, done: !kept, message });
    if (kept) audit({ record, refusal: kept });
    else given.push(request);
  }
  const unknown = [...wanted.keys()].filter((id) => !results.has(id));
  const rows = unknown.map((id) => ({ record: { type: "kyc" as const, id, name: GONE.name }, refusal: GONE.message }));
  if (requests.length === 0) throw Object.assign(refuse.notFound("identity request"), { rows });
  for (const row of rows) audit(row);
  await tell(tx, receiver, given, admin);
  return { results: [...wanted.keys()].map((id) => results.get(id) ?? { id, ...GONE }) };
}

const GONE = { name: "Unknown request", done: false, message: "This request does not exist any more." };

/**
 * Gives a locked request to somebody, with its audit row.
 * @param version that it was chosen at
 * @returns why it stays as it is; null when it was given
 */
export async function give(
  { tx, audit }: WriteContext,
  request: Request,
  receiver: Receiver,
  version = request.version,
): Promise<string | null> {
  const kept = await whyNot(tx, request, receiver, version);
  if (kept) return kept;
  const held = heldBy(receiver.id);
  await changeRequest(tx, request.id, held);
  audit({
    record: kycRecord(request),
    before: { state: request.state, assignee: request.assigneeId },
    after: { state: held.state, assignee: receiver.id },
  });
  return null;
}

async function whyNot(
  tx: Transaction,
  request: Request,
  { id, to, leaves }: Receiver,
  version: number,
): Promise<string | null> {
  if (!isOpen(request.state)) return `${await nameOf(tx, request.decidedById)} has decided this request already.`;
  if (request.assigneeId === id && (id === null || request.state === "in_review"))
    return `This request is assigned to ${to} already.`;
  if (leaves && request.enteredById === id)
    return `${to === "you" ? "You" : to} entered this request, so somebody else has to review it.`;
  if (request.version === version) return null;
  const who = request.assigneeId ? await nameOf(tx, request.assigneeId) : "nobody";
  return `This request has changed and is assigned to ${who} now. Choose it again if you still want to.`;
}

/** One push however many there are: fifty in a row would only be switched off. It opens the most urgent one. */
export async function tell(tx: Transaction, { id }: Receiver, given: readonly Request[], by: SignedInAdmin) {
  const [first] = [...given].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  if (!first || !id || id === by.id) return;
  const what = given.length === 1 ? first.reference : `${given.length} identity requests`;
  await queuePush(tx, id, {
    title: "Assigned to you",
    body: `${fullName(by)} assigned ${what} to you.`,
    category: "kyc",
    request_id: first.id,
  });
}
