import "server-only";
import { sql } from "drizzle-orm";
import { encrypt, hashIdentityNumber } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { kycDueTime } from "@/lib/server/kyc/due-time";
import { demoAdminId } from "./admins";
import type { SeedClock } from "./clock";
import type { DemoKycCase } from "./kyc";
import type { DemoCitizen } from "./people";
import { buildKycSteps } from "./review-steps";

const ROWS_PER_INSERT = 500;

/** Inserts the demo citizens. */
export async function loadUsers(tx: Transaction, people: readonly DemoCitizen[]): Promise<void> {
  for (let from = 0; from < people.length; from += ROWS_PER_INSERT)
    await tx.insert(users).values(people.slice(from, from + ROWS_PER_INSERT));
}

/** Inserts the demo identity requests, and sets the sequence of their references. */
export async function loadKycRequests(tx: Transaction, clock: SeedClock, cases: readonly DemoKycCase[]): Promise<void> {
  await tx.insert(kycRequests).values(cases.map((each) => requestRow(clock, each)));
  await tx.execute(sql`select setval('kyc_references', ${cases.length})`);
}

function requestRow(clock: SeedClock, each: DemoKycCase): typeof kycRequests.$inferInsert {
  const { id, reference, person, tier, submitted, identity, flags, story, message, submittedAt } = each;
  const steps = buildKycSteps(clock, each);
  const claimStep = steps.find(({ action }) => action === "kyc.claim");
  const decisionStep = steps.findLast(({ action }) => action === "kyc.decide" || action === "approvals.decide");
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
    identityNumberHash: hashIdentityNumber(identity.number),
    identityExpiresOn: identity.expiresOn,
    flags,
    submittedAt,
    dueAt: kycDueTime(submittedAt),
    assigneeId: story.officer && demoAdminId(story.officer),
    claimedAt: claimStep?.at,
    activeAt: story.decided === null ? claimStep?.at : decisionStep?.at,
    decidedById: decisionStep?.adminId,
    decidedAt: decisionStep?.at,
    reason: story.reason,
    message,
    // Counts the steps that changed the row of the identity request. Requesting a revocation does not change this row.
    version: 1 + steps.filter(({ action }) => action !== "kyc.revoke").length,
  };
}
