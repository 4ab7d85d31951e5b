import "server-only";
import type { RestrictionLegalBasis, UserStatus } from "@/lib/contract/user.values";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, userNotes } from "@/lib/server/db/schema/user";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, type SeedClock } from "./clock";
import type { DemoCitizen } from "./people";
import { createRandom, seedId } from "./random";

const LEGAL_REASONS: Record<RestrictionLegalBasis, string> = {
  court_order: "Order of the Federal High Court, Calabar, served on our registered office.",
  law_enforcement_request: "Written request of the Economic and Financial Crimes Commission.",
  regulator_directive: "Directive of the Central Bank, named in the circular of this month.",
  fraud_investigation: "Several transfers within minutes to accounts that were opened on the same day.",
  user_request: "Called the support line: the phone was stolen.",
};
const SUSPENSION_REASONS = [
  "Sign-ins from many places within an hour; the password was likely shared.",
  "Abusive messages to support staff after two warnings.",
  "Somebody else says that the phone number is theirs.",
];
const CLOSURES = ["Asked in writing to have the account closed.", "Moved abroad and asked to have the account closed."];

type AccountStatus = Pick<
  DemoCitizen,
  "restriction" | "legalBasis" | "restrictedUntil" | "statusReason" | "statusChangedAt" | "sessionsResetAt" | "version"
>;

/** Returns the reason and duration of the status of an account that is not active. */
export function accountStatusOf(clock: SeedClock, index: number, status: UserStatus, joinedAgo: number): AccountStatus {
  const random = createRandom(`standing ${index}`);
  const unrestricted = { restriction: null, legalBasis: null, restrictedUntil: null, sessionsResetAt: null };
  if (status === "active") return { ...unrestricted, statusReason: null, statusChangedAt: null, version: 1 };
  const statusChangedAt = clock.ago(Math.min(joinedAgo, 90 * DAY_MS) * random.between(0.2, 0.9));
  if (status !== "restricted")
    return {
      ...unrestricted,
      statusReason: random.pick(status === "closed" ? CLOSURES : SUSPENSION_REASONS),
      statusChangedAt,
      sessionsResetAt: statusChangedAt,
      version: 2,
    };
  const legalBasis = random.weighted({
    court_order: 3,
    law_enforcement_request: 2,
    regulator_directive: 1,
    fraud_investigation: 4,
    user_request: 3,
  });
  return {
    restriction: random.weighted({ no_debit: 6, no_credit: 1, both: 3 }),
    legalBasis,
    restrictedUntil: random.chance(0.4) ? clock.ago(-random.whole(8, 120) * DAY_MS) : null,
    statusReason: LEGAL_REASONS[legalBasis],
    statusChangedAt,
    sessionsResetAt: null,
    version: 2,
  };
}

const STATUS_ACTIONS = { restricted: "user.restrict", suspended: "user.suspend", closed: "user.close" };

/** Returns the audit rows of suspended, restricted and closed demo accounts. */
export const accountStatusActions = (people: readonly DemoCitizen[]): DemoAuditAction[] =>
  people.flatMap((person) => {
    const { id, status, restriction, legalBasis, restrictedUntil, statusReason, statusChangedAt } = person;
    if (status === "active" || !statusChangedAt) return [];
    const until = restrictedUntil?.toISOString() ?? null;
    return {
      at: statusChangedAt,
      adminId: demoAdminId(status === "closed" ? "owner" : "support"),
      action: STATUS_ACTIONS[status],
      record: { type: "user", id, name: fullName(person) },
      before: { status: "active", restriction: null, legal_basis: null, restricted_until: null },
      after: { status, restriction, legal_basis: legalBasis, restricted_until: until, reason: statusReason },
    };
  });

const DEMO_GROUPS = [
  { name: "Young people", description: "18 to 30, for the skills programme.", rule: { age_min: 18, age_max: 30 } },
  {
    name: "Verified in Calabar",
    description: "Tier 2 or 3 in either half of the city.",
    rule: { tier: "2,3", lga: "Calabar Municipal,Calabar South" },
  },
  {
    name: "Good customers",
    description: "Paid with the app again and again, lately.",
    rule: { spend_min: "10000", spend_days: "90" as const },
  },
  { name: "Pilot of bill payments", description: "Chosen by the product team.", rule: null },
] as const;
const PILOT_COUNT = 40;
/** Id of the demo group of pilot users, whose members are selected individually. */
export const PILOT_GROUP_ID = seedId("user group", DEMO_GROUPS.length - 1);
/** Returns the members of the pilot group. @param people oldest account first */
export const pilotGroupMembers = (people: readonly DemoCitizen[]): readonly DemoCitizen[] =>
  people.filter(({ status, tier }) => status === "active" && tier >= 2).slice(0, PILOT_COUNT);

/** Inserts user groups (of selected people, and by rule), and a note about each account that is not active. */
export async function loadGroupsAndNotes(
  tx: Transaction,
  clock: SeedClock,
  people: readonly DemoCitizen[],
): Promise<void> {
  await tx.insert(userGroups).values(
    DEMO_GROUPS.map(({ rule, ...group }, index) => ({
      id: seedId("user group", index),
      ...group,
      kind: rule ? ("rule" as const) : ("static" as const),
      rule,
      createdAt: clock.ago((40 - index) * DAY_MS),
    })),
  );
  await tx
    .insert(userGroupMembers)
    .values(pilotGroupMembers(people).map(({ id }) => ({ groupId: PILOT_GROUP_ID, userId: id })));
  const notes = people.flatMap(({ id, status, statusChangedAt }, index) =>
    status === "active" || !statusChangedAt
      ? []
      : {
          id: seedId("user note", index),
          userId: id,
          adminId: demoAdminId("support"),
          text: "Told the user by phone what happened and how to reach us.",
          at: new Date(statusChangedAt.getTime() + HOUR_MS / 2),
        },
  );
  await tx.insert(userNotes).values(notes);
}
