import "server-only";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { IneligibilityReason } from "@/lib/contract/grant.values";
import { formatDateTime, formatList } from "@/lib/format";
import { lagosDayOf, latestBirthDate } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { users } from "@/lib/server/db/schema/user";
import { addRuleOfFilteredGroup, isInGroupOfFilter } from "@/lib/server/user/group-rule";
import type { ProgrammeRecord } from "./programme-record";

/** A reason why a citizen may not apply. `message` is shown to the citizen and to admins. */
type IneligibleReason = { reason: IneligibilityReason; message: string };
type Rules = Pick<ProgrammeRecord, "tierMin" | "lgas" | "groupId" | "ageMin" | "ageMax">;
type Programme = Rules & Pick<ProgrammeRecord, "id" | "state" | "opensAt" | "closesAt">;
type Applicant = Pick<typeof users.$inferSelect, "id" | "tier" | "lga" | "dateOfBirth">;
type CheckTime = { now: Date };

/**
 * Returns why a citizen can't apply to a programme now; empty if they can. Runs at most two short queries.
 * @param programme row of the programme
 * @param user row of the citizen
 */
export async function ineligibleReasons(
  db: Queryable,
  programme: Programme,
  user: Applicant,
  { now }: CheckTime,
): Promise<IneligibleReason[]> {
  const notOpenReason = whyNotOpen(programme, now);
  const reasons = notOpenReason ? [notOpenReason] : [];
  if (await hasApplied(db, programme.id, user.id))
    reasons.push({ reason: "applied", message: "There is an application to this programme already." });
  return [...reasons, ...(await ineligiblePersonReasons(db, programme, user, { now }))];
}

/** Returns why an applicant violates the rules for people: tier, LGA, age today in Lagos, group. Ignores the application window. */
export async function ineligiblePersonReasons(
  db: Queryable,
  programme: Rules,
  user: Applicant,
  at: CheckTime,
): Promise<IneligibleReason[]> {
  const members = await groupMembersAmong(db, programme, [user.id]);
  return personRuleViolations(programme, user, members, at);
}

/** Returns the same as `ineligiblePersonReasons`, for one of many applicants. `members`: the result of `groupMembersAmong`. */
export function personRuleViolations(
  programme: Rules,
  user: Applicant,
  members: ReadonlySet<string>,
  { now }: CheckTime,
): IneligibleReason[] {
  const reasons: IneligibleReason[] = [];
  const { tierMin, lgas, groupId } = programme;
  if (tierMin !== null && user.tier < tierMin)
    reasons.push({ reason: "tier", message: `This grant needs verification tier ${tierMin}${orHigherText(tierMin)}.` });
  if (lgas.length && !lgas.includes(user.lga))
    reasons.push({ reason: "lga", message: `This grant is for residents of ${formatList(lgas)}.` });
  if (!isOfAge(programme, user.dateOfBirth, lagosDayOf(now)))
    reasons.push({ reason: "age", message: `This grant is for people aged ${formatAges(programme)}.` });
  if (groupId !== null && !members.has(user.id))
    reasons.push({ reason: "group", message: "This grant is for people who were selected for it." });
  return reasons;
}

/** Returns which of these users are in a programme's group; empty if the programme has no group. */
export async function groupMembersAmong(
  db: Queryable,
  { groupId }: Pick<Rules, "groupId">,
  userIds: string[],
): Promise<Set<string>> {
  if (groupId === null || !userIds.length) return new Set();
  const group = await addRuleOfFilteredGroup(db, { group: groupId });
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), isInGroupOfFilter(group)));
  return new Set(found.map(({ id }) => id));
}

/** Returns true if a programme accepts applications at the time `now`. */
export const acceptsApplications = (programme: Pick<Programme, "state" | "opensAt" | "closesAt">, now: Date) =>
  whyNotOpen(programme, now) === null;

function whyNotOpen({ state, opensAt, closesAt }: Pick<Programme, "state" | "opensAt" | "closesAt">, now: Date) {
  const toReason = (message: string): IneligibleReason => ({ reason: "not_open", message });
  if (state !== "open" || !opensAt || !closesAt) return toReason("This programme does not accept applications.");
  if (opensAt > now) return toReason(`Applications open on ${formatDateTime(opensAt.toISOString())}.`);
  if (closesAt <= now) return toReason(`Applications closed on ${formatDateTime(closesAt.toISOString())}.`);
  return null;
}

/** Returns true if the citizen has applied. Ignores rejected applications, after which they may apply again. */
async function hasApplied(db: Queryable, programmeId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: grantApplications.id })
    .from(grantApplications)
    .where(
      and(
        eq(grantApplications.programmeId, programmeId),
        eq(grantApplications.userId, userId),
        ne(grantApplications.state, "rejected"),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Returns true if the age is within the limits of the programme. @param today Lagos day */
const isOfAge = ({ ageMin, ageMax }: Rules, birthDate: string, today: string) =>
  (ageMin === null || birthDate <= latestBirthDate(ageMin, today)) &&
  // The maximum age includes the last day before the next birthday.
  (ageMax === null || birthDate > latestBirthDate(ageMax + 1, today));

const orHigherText = (tier: number) => (tier < 3 ? " or higher" : "");

function formatAges({ ageMin, ageMax }: Rules): string {
  if (ageMin === null) return `${ageMax} or younger`;
  return ageMax === null ? `${ageMin} or older` : `${ageMin} to ${ageMax}`;
}
