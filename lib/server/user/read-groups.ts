import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import { COUNT_CAP, type InputOf } from "@/lib/contract/common";
import type { userCalls } from "@/lib/contract/user";
import { USER_GROUP_LIST } from "@/lib/contract/user.values";
import type { UserGroupDetails, UserGroupRow, UserGroupRule } from "@/lib/contract/user-groups";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { orderByClause, readPageOfTable, toCappedTotal, toPagedList, whereClause } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { hasUnindexedWords } from "@/lib/server/lists/search-terms";
import { filterOfRule } from "./group-rule";
import { findGroupUses } from "./group-use";
import { sharedSpendingSums } from "./sum-spending";

type ListInput = InputOf<typeof userCalls.groups>;
/** Database row of a user group. */
export type GroupRecord = typeof userGroups.$inferSelect;

/** Record type of groups in the audit trail. */
export const USER_GROUP_RECORD_TYPE = "user_group" as const;
/** Returns the reference to a group for audit rows. */
export const groupRecordRef = (group: Pick<GroupRecord, "id" | "name">) => ({
  type: USER_GROUP_RECORD_TYPE,
  id: group.id,
  name: group.name,
});

const SORTS = { name: [sql`lower(${userGroups.name})`], created_at: [userGroups.createdAt] };

/** Lists groups, by name unless `sort` is given. */
export async function listGroups(db: Queryable, input: ListInput) {
  const listFilter = and(
    input.kind ? eq(userGroups.kind, input.kind) : undefined,
    hasUnindexedWords(userGroups.name, input.q),
  );
  const where = and(listFilter, hasArrivedBy(userGroups.createdAt, input.until));
  const sort = input.sort ?? "name";
  const order = orderByClause(sort, SORTS, userGroups.id);
  const { rows, count } = await readPageOfTable(db, userGroups, input, { where, order });
  const items = await toRows(db, rows);
  const arrivals = { table: userGroups, at: userGroups.createdAt, where: () => listFilter };
  return {
    ...toPagedList(input, items, count),
    ...(await readListWindow(db, USER_GROUP_LIST, { ...input, sort }, items, arrivals)),
  };
}

const MAX_CHOICES = 1_000;

/** Lists groups by name, without their numbers of members. */
export const groupChoices = (db: Queryable) =>
  db
    .select({ id: userGroups.id, name: userGroups.name, kind: userGroups.kind })
    .from(userGroups)
    .orderBy(asc(sql`lower(${userGroups.name})`))
    .limit(MAX_CHOICES);

const toRows = async (db: Queryable, groups: readonly GroupRecord[]): Promise<UserGroupRow[]> => {
  const members = await countMembers(db, groups);
  return groups.map((group, index) => ({
    id: group.id,
    name: group.name,
    description: group.description,
    kind: group.kind,
    rule: group.rule,
    ...memberCountFields(members[index]),
    created_at: group.createdAt.toISOString(),
    version: group.version,
  }));
};

/** Counts the members of each group up to a cap, in one statement. Computes the spending sums once for all rules. */
async function countMembers(db: Queryable, groups: readonly Pick<GroupRecord, "id" | "rule">[]): Promise<number[]> {
  if (groups.length === 0) return [];
  const { withClause, sumsOfRule } = sharedSpendingSums(groups.flatMap(({ rule }) => rule ?? []));
  const counts = groups.map(({ id, rule }) => {
    const members = rule
      ? sql`${users} ${whereClause(filterOfRule(rule, sumsOfRule))}`
      : sql`${userGroupMembers} where ${userGroupMembers.groupId} = ${id}`;
    return sql`(select count(*)::int from (select 1 from ${members} limit ${COUNT_CAP + 1}) counted)`;
  });
  const result = await db.execute<{ counts: number[] }>(
    sql`${withClause} select array[${sql.join(counts, sql`, `)}] as counts`,
  );
  return result.rows[0]?.counts ?? [];
}

function memberCountFields(count = 0) {
  const { total, totalIsCapped } = toCappedTotal(count);
  return { members: total, members_is_capped: totalIsCapped };
}

/** Counts the users who match a rule now, for a preview before the rule is saved. */
export async function previewGroupRule(db: Queryable, rule: UserGroupRule) {
  const [members] = await countMembers(db, [{ id: "", rule }]);
  return memberCountFields(members);
}

/** Returns a group for its page. @throws 404 */
export async function readUserGroupDetails(db: Queryable, groupId: string): Promise<UserGroupDetails> {
  const [group] = await db.select().from(userGroups).where(eq(userGroups.id, groupId));
  const [row] = group ? await toRows(db, [group]) : [];
  if (!row) throw refuse.notFound("user group");
  return {
    ...row,
    used_by: await findGroupUses(db, groupId),
    timeline: await readRecordTimeline(db, USER_GROUP_RECORD_TYPE, groupId),
  };
}
