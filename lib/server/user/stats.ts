import "server-only";
import { and, count, desc, gte, lt, sql } from "drizzle-orm";
import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { USER_STATUSES, USER_TIERS, type UserStatus } from "@/lib/contract/user.values";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { selectRows, toRow } from "./list";

const DAY = 86_400_000;
const NEWEST = 8;

/**
 * The figures of User Accounts: one pass over the table, grouped by plain columns, so that PostgreSQL shares it among its
 * workers. Restrictions that have run out are counted beside them, and as active.
 */
export async function userStats(db: Queryable) {
  const expired = sql<number>`count(*) filter (where ${users.status} = 'restricted' and ${users.restrictedUntil} <= now())::int`;
  const counted = await db
    .select({ lga: users.lga, tier: users.tier, status: users.status, users: count(), expired })
    .from(users)
    .groupBy(users.lga, users.tier, users.status);
  const groups = counted.flatMap((group) => [
    { ...group, users: group.users - group.expired },
    { ...group, status: "active" as const, users: group.expired },
  ]);
  const sumOf = (fits: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(fits).reduce((sum, group) => sum + group.users, 0);
  const newest = await selectRows(db).orderBy(desc(users.joinedAt), desc(users.id)).limit(NEWEST);
  return {
    total: sumOf(() => true),
    new_30_days: await joinedBetween(db, 30, 0),
    previous_30_days: await joinedBetween(db, 60, 30),
    statuses: USER_STATUSES.map((status: UserStatus) => ({ status, users: sumOf((each) => each.status === status) })),
    tiers: USER_TIERS.map((tier) => ({ tier, users: sumOf((each) => each.tier === Number(tier)) })),
    lgas: LGAS.map((lga: Lga) => ({ lga, users: sumOf((each) => each.lga === lga) })).sort((a, b) => b.users - a.users),
    newest: newest.map(toRow),
  };
}

/** Users who joined between so many days ago, the first included. */
async function joinedBetween(db: Queryable, from: number, to: number): Promise<number> {
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const [joined] = await db
    .select({ count: count() })
    .from(users)
    .where(and(gte(users.joinedAt, ago(from)), to ? lt(users.joinedAt, ago(to)) : undefined));
  return joined?.count ?? 0;
}
