import "server-only";
import { and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { COUNT_CAP, type InputOf } from "@/lib/contract/common";
import type { systemLogCalls, UserActivity } from "@/lib/contract/system-logs";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { userActivities } from "@/lib/server/db/schema/system-logs";
import { users } from "@/lib/server/db/schema/user";
import { orderByClause, readPageOfTable, toPagedList } from "@/lib/server/lists/list";
import { hasUnindexedWords } from "@/lib/server/lists/search-terms";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { actionWords } from "./action-words";
import { listAuditTrails } from "./list";

type ListInput = InputOf<typeof systemLogCalls.userActivities>;

/** Maximum number of people that the filter offers. */
const MAX_PEOPLE = 1_000;

const SORTS = {
  name: [sql`lower(${userActivities.name})`],
  actions: [userActivities.actions],
  sign_ins: [userActivities.signIns],
  refused: [userActivities.refused],
  last_at: [userActivities.lastAt],
};

/** Lists admins with activity, the most recently active first. */
export async function listUserActivities(db: Queryable, input: ListInput) {
  const where = and(
    input.from ? gte(userActivities.lastAt, startOfDay(input.from)) : undefined,
    input.to ? lt(userActivities.lastAt, endOfDay(input.to)) : undefined,
    hasUnindexedWords(userActivities.name, input.q),
  );
  const order = orderByClause(input.sort ?? "-last_at", SORTS, userActivities.userId);
  const { rows, count } = await readPageOfTable(db, userActivities, input, { where, order });
  const emails = await readEmails(
    db,
    rows.map(({ userId }) => userId),
  );
  return toPagedList(
    input,
    rows.map((row) => toActivity(row, emails)),
    count,
  );
}

/** Returns the activity of an admin (even without any), or of a citizen by the citizen app. @throws 404 */
export async function readUserActivity(db: Queryable, userId: string): Promise<UserActivity> {
  const [row] = await db.select().from(userActivities).where(eq(userActivities.userId, userId));
  if (row) return toActivity(row, await readEmails(db, [userId]));
  const [admin] = await db.select().from(admins).where(eq(admins.id, userId));
  if (admin) return { user: toAdminRef(admin), ...NO_ACTIVITY };
  const [citizen] = await db.select().from(users).where(eq(users.id, userId));
  if (!citizen) throw refuse.notFound("user");
  return {
    user: { id: citizen.id, name: fullName(citizen), email: null },
    ...NO_ACTIVITY,
    ...(await summarise(db, citizen.id)),
  };
}

const NO_ACTIVITY = {
  actions: 0,
  sign_ins: 0,
  refused: 0,
  first_at: null,
  last_at: null,
  last_action: null,
  last_action_words: null,
};

/** Sums up a citizen's activity in the newest 10,000 of their audit rows. */
async function summarise(db: Queryable, userId: string): Promise<Omit<UserActivity, "user" | "sign_ins"> | undefined> {
  const result = await db.execute<{ actions: number; refused: number; first: Date; last: Date; action: string }>(sql`
    select count(*) filter (where outcome = 'done')::int as actions, count(*) filter (where outcome <> 'done')::int as refused,
      min(at) as first, max(at) as last, (array_agg(action order by at desc, id desc))[1] as action
    from (select id, at, outcome, action from audit_trails where admin_id = ${userId}
      order by at desc, id desc limit ${COUNT_CAP}) newest having count(*) > 0`);
  const [row] = result.rows;
  return (
    row && {
      actions: row.actions,
      refused: row.refused,
      first_at: new Date(row.first).toISOString(),
      last_at: new Date(row.last).toISOString(),
      last_action: row.action,
      last_action_words: actionWords(row.action),
    }
  );
}

/** Reads the people who have rows in the audit trail, for the filter by person. */
export const readPeopleInAuditTrail = (db: Queryable) =>
  db
    .select({ id: userActivities.userId, name: userActivities.name, email: admins.email })
    .from(userActivities)
    .leftJoin(admins, eq(admins.id, userActivities.userId))
    .orderBy(asc(sql`lower(${userActivities.name})`))
    .limit(MAX_PEOPLE);

/** Returns the emails of the admins among these ids, by id. */
async function readEmails(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await db
    .select({ id: admins.id, email: admins.email })
    .from(admins)
    .where(inArray(admins.id, [...ids]));
  return new Map(result.map(({ id, email }) => [id, email]));
}

const toActivity = (row: typeof userActivities.$inferSelect, emails: ReadonlyMap<string, string>): UserActivity => ({
  user: { id: row.userId, name: row.name, email: emails.get(row.userId) ?? null },
  actions: row.actions,
  sign_ins: row.signIns,
  refused: row.refused,
  first_at: row.firstAt.toISOString(),
  last_at: row.lastAt.toISOString(),
  last_action: row.lastAction,
  last_action_words: actionWords(row.lastAction),
});

/** Lists the audit trail by people: admins, and citizens of the citizen app. */
export async function listActivitiesOfAllPeople(
  db: Queryable,
  { user, ...input }: InputOf<typeof systemLogCalls.userActivityAll>,
) {
  const { items, ...page } = await listAuditTrails(db, { ...input, admin: user });
  return { ...page, items: items.map(({ admin, ...entry }) => ({ ...entry, user: admin })) };
}
