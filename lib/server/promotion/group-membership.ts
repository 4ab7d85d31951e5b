import "server-only";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { UserGroupRule } from "@/lib/contract/user-groups";
import type { Queryable } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { filterOfRule } from "@/lib/server/user/group-rule";

/** A group with its rule. `is_member`: the citizen was added to the group by an admin. */
export type GroupOfCitizen = { id: string; rule: UserGroupRule | null; is_member: boolean };

/** Returns an SQL condition: the user was added to the group by an admin. Groups with a rule have no such members. */
export const isMemberOf = (groupId: SQL, userId: string): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${userGroupMembers} m where m.group_id = ${groupId} and m.user_id = ${userId})`;

/** Returns for each group id whether the user is in the group. */
export async function readMembershipByGroupId(
  db: Queryable,
  groupIds: readonly string[],
  userId: string,
): Promise<Map<string, boolean>> {
  if (!groupIds.length) return new Map();
  const groups = await db
    .select({ id: userGroups.id, rule: userGroups.rule, is_member: isMemberOf(sql`user_groups.id`, userId) })
    .from(userGroups)
    .where(inArray(userGroups.id, [...groupIds]));
  return membershipOfLoadedGroups(db, groups, userId);
}

/** Returns the same as `readMembershipByGroupId`, for groups that are already loaded. Runs a query only if a group has a rule. */
export async function membershipOfLoadedGroups(
  db: Queryable,
  groups: readonly GroupOfCitizen[],
  userId: string,
): Promise<Map<string, boolean>> {
  const membership = new Map(groups.map(({ id, is_member }) => [id, is_member]));
  const rules = new Map(groups.flatMap(({ id, rule }) => (rule ? [[id, rule] as const] : [])));
  if (!rules.size) return membership;
  const ids = [...rules.keys()];
  const ruleColumns = Object.fromEntries(
    [...rules.values()].map((rule, index) => [
      `g${index}`,
      sql<boolean>`coalesce((${filterOfRule(rule) ?? sql`true`}), false)`,
    ]),
  );
  const [ruleResults] = await db.select(ruleColumns).from(users).where(eq(users.id, userId));
  for (const [index, id] of ids.entries()) membership.set(id, ruleResults?.[`g${index}`] === true);
  return membership;
}
