import "server-only";
import { adminId } from "./admins";
import type { Clock } from "./clock";
import type { Case } from "./kyc";
import type { Person } from "./people";

/** A decision as lib/server/kyc/decide.ts makes it; a revocation is one more. */
export type Decision = {
  at: Date;
  adminId: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** What the officers did with a request, first to last. */
export function decisionsOn(clock: Clock, { story, message, tier, tierBefore }: Case): Decision[] {
  const { decided, revoked, wasTaken, officer } = story;
  if (decided === null || !officer) return [];
  const decidedAt = clock.ago(decided);
  const assignee = adminId(officer);
  const said = { reason: story.reason ?? null, message };
  const raised = Math.max(tier, tierBefore);
  const taken = wasTaken ? { state: "in_review", assignee } : { state: "pending", assignee: null };
  if (story.state !== "approved" && revoked === null)
    return [{ at: decidedAt, adminId: assignee, before: taken, after: { state: story.state, assignee, ...said } }];
  const approval = {
    at: decidedAt,
    adminId: assignee,
    before: { ...taken, user_tier: tierBefore },
    after: { state: "approved", assignee, reason: null, message: null, user_tier: raised },
  };
  if (revoked === null) return [approval];
  // Four eyes: not by who approved.
  const revocation = {
    at: clock.ago(revoked),
    adminId: adminId("owner"),
    before: { state: "approved", assignee, user_tier: raised },
    after: { state: "revoked", assignee, ...said, user_tier: tierBefore },
  };
  return [approval, revocation];
}

/** The accounts after all decisions: tier, version, and seen no earlier than their last request. */
export function settle(clock: Clock, people: readonly Person[], cases: readonly Case[]): Person[] {
  const settled = new Map(people.map((person) => [person.id, { ...person }]));
  for (const each of cases) {
    const person = settled.get(each.person.id);
    if (!person) continue;
    const { submittedAt } = each;
    if (!person.lastSeenAt || person.lastSeenAt < submittedAt) person.lastSeenAt = submittedAt;
    for (const { after } of decisionsOn(clock, each)) {
      if (after.user_tier === undefined) continue;
      person.tier = Number(after.user_tier);
      person.version += 1;
    }
  }
  return [...settled.values()];
}
