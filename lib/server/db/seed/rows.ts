import "server-only";
import { sql } from "drizzle-orm";
import { encrypt, keyedHash } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { dueFor } from "@/lib/server/kyc/due-time";
import { adminId } from "./admins";
import type { Clock } from "./clock";
import type { Case } from "./kyc";
import { stepsOn } from "./outcome";
import type { Person } from "./people";

const CHUNK = 500;

export async function loadUsers(tx: Transaction, people: readonly Person[]): Promise<void> {
  for (let from = 0; from < people.length; from += CHUNK)
    await tx.insert(users).values(people.slice(from, from + CHUNK));
}

export async function loadRequests(tx: Transaction, clock: Clock, cases: readonly Case[]): Promise<void> {
  await tx.insert(kycRequests).values(cases.map((each) => requestRow(clock, each)));
  await tx.execute(sql`select setval('kyc_references', ${cases.length})`);
}

function requestRow(clock: Clock, each: Case): typeof kycRequests.$inferInsert {
  const { id, reference, person, tier, submitted, identity, flags, story, message, submittedAt } = each;
  const steps = stepsOn(clock, each);
  const claim = steps.find(({ action }) => action === "kyc.claim");
  const last = steps.findLast(({ action }) => action === "kyc.decide" || action === "approvals.decide");
  return {
    id,
    reference,
    userId: person.id,
    tier,
    state: story.state,
    ...submitted,
    identityType: identity.type,
    identityNumber: encrypt(identity.number),
    identityNumberLast4: identity.number.slice(-4),
    identityNumberHash: keyedHash(identity.number),
    identityExpiresOn: identity.expiresOn,
    flags,
    submittedAt,
    dueAt: dueFor(submittedAt),
    assigneeId: story.officer && adminId(story.officer),
    claimedAt: claim?.at,
    activeAt: story.decided === null ? claim?.at : last?.at,
    decidedById: last?.adminId,
    decidedAt: last?.at,
    reason: story.reason,
    message,
    // A request for revocation does not change the row yet.
    version: 1 + steps.filter(({ action }) => action !== "kyc.revoke").length,
  };
}
