import "server-only";
import { and, eq, gt, gte, inArray, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { splitChoiceList } from "@/lib/contract/common";
import type { Lga } from "@/lib/contract/lgas.values";
import type { UserGroupRule } from "@/lib/contract/user-groups";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, lagosDayOf, latestBirthDate, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { ruleUsesSpending, type SpendingSumsOfRule, spendFilter } from "./sum-spending";

/** Returns the latest birth date of people of this age today in Lagos. */
const latestBirthDateAt = (age: number) => latestBirthDate(age, lagosDayOf(new Date()));

/** Returns the condition for users who match a rule now. Excludes closed accounts, as the indexes do. */
export const filterOfRule = (rule: UserGroupRule, sums?: SpendingSumsOfRule): SQL | undefined =>
  and(
    ne(users.status, "closed"),
    rule.tier ? inArray(users.tier, splitChoiceList(rule.tier).map(Number)) : undefined,
    rule.lga ? inArray(users.lga, splitChoiceList<Lga>(rule.lga)) : undefined,
    rule.age_min === undefined ? undefined : lte(users.dateOfBirth, latestBirthDateAt(rule.age_min)),
    // Includes people until the day before their next birthday.
    rule.age_max === undefined ? undefined : gt(users.dateOfBirth, latestBirthDateAt(rule.age_max + 1)),
    rule.joined_from ? gte(users.joinedAt, startOfDay(rule.joined_from)) : undefined,
    rule.joined_to ? lt(users.joinedAt, endOfDay(rule.joined_to)) : undefined,
    ruleUsesSpending(rule) ? spendFilter(rule, sums) : undefined,
  );

/**
 * List filters, and the rule of the group that the filter `group` selects, if that group has a rule. PostgreSQL plans the rule like any other filter.
 */
export type WithGroupRule<F> = F & { group?: string; rule?: UserGroupRule };

/** Adds to list filters the rule of the group that `group` selects, if the group has one. @throws 404 */
export async function addRuleOfFilteredGroup<F extends { group?: string }>(
  db: Queryable,
  filters: F,
): Promise<WithGroupRule<F>> {
  if (!filters.group) return filters;
  const [group] = await db.select().from(userGroups).where(eq(userGroups.id, filters.group));
  if (!group) throw refuse.notFound("user group");
  return group.rule ? { ...filters, rule: group.rule } : filters;
}

/** SQL condition: the user is a member of the group or matches its rule. Undefined without a group. */
export function isInGroupOfFilter({ group, rule }: { group?: string; rule?: UserGroupRule }): SQL | undefined {
  if (rule) return filterOfRule(rule);
  if (!group) return undefined;
  return sql`${users.id} in (select ${userGroupMembers.userId} from ${userGroupMembers} where ${userGroupMembers.groupId} = ${group})`;
}
