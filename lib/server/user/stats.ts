import "server-only";
import { desc, sql } from "drizzle-orm";
import { LGAS, type Lga } from "@/lib/contract/kyc.values";
import { NEW_USER_DAYS, USER_STATUSES, USER_TIERS, type UserStatus } from "@/lib/contract/user.values";
import { dayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { selectRows, toRow } from "./list";

const DAY = 86_400_000;
const NEWEST = 8;

type Sums = { facet: string; users: number; recent: number; before: number };

/**
 * Returns the figures of User Accounts, from daily totals in the database (schema/totals.ts), so that the cost is independent of
 * the number of users. Compares the last 30 Lagos days with the 30 before. Expired restrictions count as lifted.
 */
export async function userStats(db: Queryable) {
  const sums = await sumsOf(db, sql`true`);
  const expired = await db.execute<{ users: number }>(sql`select count(*)::int as users from ${users}
    where ${users.status} = 'restricted' and ${users.restrictedUntil} <= now()`);
  const lifted = expired.rows[0]?.users ?? 0;
  const of = (facet: string) => sums.find((each) => each.facet === facet)?.users ?? 0;
  const newest = await selectRows(db).orderBy(desc(users.joinedAt), desc(users.id)).limit(NEWEST);
  return {
    ...newcomers(sums),
    statuses: USER_STATUSES.map((status: UserStatus) => ({
      status,
      users: of(`status:${status}`) + (status === "active" ? lifted : status === "restricted" ? -lifted : 0),
    })),
    tiers: USER_TIERS.map((tier) => ({ tier, users: of(`tier:${tier}`) })),
    lgas: LGAS.map((lga: Lga) => ({ lga, users: of(`lga:${lga}`) })).sort((a, b) => b.users - a.users),
    newest: newest.map(toRow),
  };
}

/** Returns the number of users and of new users. */
export async function userCounts(db: Queryable) {
  return newcomers(await sumsOf(db, sql`facet = ''`));
}

function newcomers(sums: readonly Sums[]) {
  const all = sums.find(({ facet }) => facet === "");
  return { total: all?.users ?? 0, new_30_days: all?.recent ?? 0, previous_30_days: all?.before ?? 0 };
}

async function sumsOf(db: Queryable, which: ReturnType<typeof sql>): Promise<Sums[]> {
  const ago = (spans: number) => dayOf(new Date(Date.now() - spans * NEW_USER_DAYS * DAY));
  const found = await db.execute<Sums>(sql`select facet, sum(rows)::int as users,
      coalesce(sum(rows) filter (where day > ${ago(1)}), 0)::int as recent,
      coalesce(sum(rows) filter (where day > ${ago(2)} and day <= ${ago(1)}), 0)::int as before
    from day_totals where list = 'users' and ${which} group by facet`);
  return found.rows;
}
