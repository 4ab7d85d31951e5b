import "server-only";
import { demoAdminId } from "./admins";
import { MINUTE_MS, type SeedClock } from "./clock";
import type { DemoKycCase } from "./kyc";
import type { DemoCitizen } from "./people";

/** An officer's action, in the form that lib/server/kyc logs. */
export type KycStep = {
  at: Date;
  adminId: string;
  action: "kyc.claim" | "kyc.decide" | "kyc.revoke" | "approvals.decide";
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Share of an identity request's waiting time after which an officer claims the request. */
const CLAIM_FRACTION = 0.6;
const APPROVAL_DELAY = 47 * MINUTE_MS;

/** Returns the officers' actions on an identity request, oldest first. */
export function buildKycSteps(clock: SeedClock, each: DemoKycCase): KycStep[] {
  const { story, message, tier, tierBefore, submittedAt } = each;
  const { decided, revoked, wasTaken, officer } = story;
  if (!officer) return [];
  const assignee = demoAdminId(officer);
  const decidedAt = decided === null ? null : clock.ago(decided);
  const unclaimed = { state: "pending", assignee: null };
  const taken = { state: "in_review", assignee };
  const waitingMs = (decidedAt ?? clock.ago(0)).getTime() - submittedAt.getTime();
  const claimedAt = new Date(submittedAt.getTime() + Math.floor(waitingMs * CLAIM_FRACTION));
  const claim: KycStep = { at: claimedAt, adminId: assignee, action: "kyc.claim", before: unclaimed, after: taken };
  const steps = wasTaken || decidedAt === null ? [claim] : [];
  if (!decidedAt) return steps;

  const reasonValues = { reason: story.reason ?? null, message };
  const newTier = Math.max(tier, tierBefore);
  const before = wasTaken ? taken : unclaimed;
  const decision = { at: decidedAt, adminId: assignee, action: "kyc.decide" } as const;
  if (story.state !== "approved" && revoked === null)
    return [...steps, { ...decision, before, after: { state: story.state, assignee, ...reasonValues } }];
  steps.push({
    ...decision,
    before: { ...before, user_tier: tierBefore },
    after: { state: "approved", assignee, reason: null, message: null, user_tier: newTier },
  });
  if (revoked === null) return steps;
  // Four eyes: the officer who approved the identity request requests its revocation, and another admin approves the revocation.
  const revokedAt = clock.ago(revoked);
  const change = `Revocation of tier ${tier}`;
  return [
    ...steps,
    {
      at: new Date(revokedAt.getTime() - APPROVAL_DELAY),
      adminId: assignee,
      action: "kyc.revoke",
      before: { state: "approved" },
      after: { state: "approved", awaiting_approval: change, ...reasonValues },
    },
    {
      at: revokedAt,
      adminId: demoAdminId("owner"),
      action: "approvals.decide",
      before: { state: "approved", user_tier: newTier, approval: "waiting" },
      after: {
        state: "revoked",
        assignee,
        message,
        user_tier: tierBefore,
        approval: "approved",
        change,
        requested_by: assignee,
        reason: null,
      },
    },
  ];
}

/** Returns the citizens' accounts as they are after all decisions. `lastSeenAt` is no earlier than the citizen's last request. */
export function applyKycDecisions(
  clock: SeedClock,
  people: readonly DemoCitizen[],
  cases: readonly DemoKycCase[],
): DemoCitizen[] {
  const peopleById = new Map(people.map((person) => [person.id, { ...person }]));
  for (const each of cases) {
    const person = peopleById.get(each.person.id);
    if (!person) continue;
    const { submittedAt } = each;
    if (!person.lastSeenAt || person.lastSeenAt < submittedAt) person.lastSeenAt = submittedAt;
    for (const { after } of buildKycSteps(clock, each)) {
      if (after.user_tier === undefined) continue;
      person.tier = Number(after.user_tier);
      person.version += 1;
    }
  }
  return [...peopleById.values()];
}
