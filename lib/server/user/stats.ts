import "server-only";
import { desc, sql } from "drizzle-orm";
import { LGAS, type Lga } from "@/lib/contract/lgas.values";
import { NEW_USER_DAYS, USER_STATUSES, USER_TIERS, type UserStatus } from "@/lib/contract/user.values";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { selectUserRows, toUserRow } from "./list";

const DAY_MS = 86_400_000;
const NEWEST_SHOWN = 8;

type FacetSums = { facet: string; users: number; recent: number; before: number };

/**
 * Returns the figures of User Accounts from daily totals (schema/totals.ts), at a cost independent of the number of
 * users. Compares the last 30 Lagos days with the 30 before. Expired restrictions count as lifted.
 */
export async function readUserStats(db: Queryable) {
  const sums = await readSums(db, sql`true`);
  const expiredResult = await db.execute<{ users: number }>(sql`select count(*)::int as users from ${users}
    where ${users.status} = 'restricted' and ${users.restrictedUntil} <= now()`);
  const lifted = expiredResult.rows[0]?.users ?? 0;
  const of = (facet: string) => sums.find((each) => each.facet === facet)?.users ?? 0;
  const newest = await selectUserRows(db).orderBy(desc(users.joinedAt), desc(users.id)).limit(NEWEST_SHOWN);
  return {
    ...newUserFigures(sums),
    statuses: USER_STATUSES.map((status: UserStatus) => ({
      status,
      users: of(`status:${status}`) + (status === "active" ? lifted : status === "restricted" ? -lifted : 0),
    })),
    tiers: USER_TIERS.map((tier) => ({ tier, users: of(`tier:${tier}`) })),
    lgas: LGAS.map((lga: Lga) => ({ lga, users: of(`lga:${lga}`) })).sort((a, b) => b.users - a.users),
    newest: newest.map(toUserRow),
  };
}

/** Returns the number of all users and of new users. */
export async function userCounts(db: Queryable) {
  return newUserFigures(await readSums(db, sql`facet = ''`));
}

function newUserFigures(sums: readonly FacetSums[]) {
  const allUsers = sums.find(({ facet }) => facet === "");
  return { total: allUsers?.users ?? 0, new_30_days: allUsers?.recent ?? 0, previous_30_days: allUsers?.before ?? 0 };
}

async function readSums(db: Queryable, condition: ReturnType<typeof sql>): Promise<FacetSums[]> {
  const periodStart = (periods: number) => lagosDayOf(new Date(Date.now() - periods * NEW_USER_DAYS * DAY_MS));
  const result = await db.execute<FacetSums>(sql`select facet, sum(rows)::int as users,
      coalesce(sum(rows) filter (where day > ${periodStart(1)}), 0)::int as recent,
      coalesce(sum(rows) filter (where day > ${periodStart(2)} and day <= ${periodStart(1)}), 0)::int as before
    from day_totals where list = 'users' and ${condition} group by facet`);
  return result.rows;
}
