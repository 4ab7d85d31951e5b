import "server-only";
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { systemLogs, UserActivity } from "@/lib/contract/system-logs";
import { fullName } from "@/lib/server/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { userActivities } from "@/lib/server/db/schema/system-logs";
import { refuse } from "@/lib/server/errors";
import { cappedCount, likePrefix, orderOf } from "@/lib/server/list";
import { endOfDay, startOfDay } from "@/lib/server/time";

type ListInput = z.output<NonNullable<(typeof systemLogs.userActivities)["~orpc"]["inputSchema"]>>;

/** More people than one chooses from. */
const MOST_PEOPLE = 1_000;

const SORTS = {
  name: [sql`lower(${userActivities.name})`],
  actions: [userActivities.actions],
  sign_ins: [userActivities.signIns],
  refused: [userActivities.refused],
  last_at: [userActivities.lastAt],
};

/** Whoever did something, the most recently active first. */
export async function listUserActivities(db: Queryable, input: ListInput) {
  const words = input.q?.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5) ?? [];
  const where = and(
    input.from ? gte(userActivities.lastAt, startOfDay(input.from)) : undefined,
    input.to ? lt(userActivities.lastAt, endOfDay(input.to)) : undefined,
    // Every typed word begins a word of the name.
    ...words.map((word) => sql`' ' || lower(${userActivities.name}) like ${`% ${likePrefix(word)}`}`),
  );
  const rows = await db
    .select()
    .from(userActivities)
    .where(where)
    .orderBy(orderOf(input.sort ?? "-last_at", SORTS, userActivities.userId))
    .limit(input.size)
    .offset(input.page * input.size);
  const count = await cappedCount(db, userActivities, where);
  return { items: rows.map(toActivity), page: input.page, size: input.size, ...count };
}

/** Somebody who did nothing yet has a page too. */
export async function userActivityOf(db: Queryable, userId: string): Promise<UserActivity> {
  const [row] = await db.select().from(userActivities).where(eq(userActivities.userId, userId));
  if (row) return toActivity(row);
  const [admin] = await db.select().from(admins).where(eq(admins.id, userId));
  if (!admin) throw refuse.notFound("user");
  const nothing = { actions: 0, sign_ins: 0, refused: 0, first_at: null, last_at: null, last_action: null };
  return { user: { id: admin.id, name: fullName(admin) }, ...nothing };
}

export const peopleOnRecord = (db: Queryable) =>
  db
    .select({ id: userActivities.userId, name: userActivities.name })
    .from(userActivities)
    .orderBy(asc(sql`lower(${userActivities.name})`))
    .limit(MOST_PEOPLE);

const toActivity = (row: typeof userActivities.$inferSelect): UserActivity => ({
  user: { id: row.userId, name: row.name },
  actions: row.actions,
  sign_ins: row.signIns,
  refused: row.refused,
  first_at: row.firstAt.toISOString(),
  last_at: row.lastAt.toISOString(),
  last_action: row.lastAction,
});
