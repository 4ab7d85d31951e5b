import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { matchOpenItems } from "@/lib/server/reconciliation/matching/match-items";

/** Returns the database's current Lagos day. */
export async function readToday(db: Database): Promise<string> {
  const { rows } = await db.execute<{ today: string }>(sql`select lagos_day(now())::text as today`);
  return rows[0]?.today ?? "";
}

/** Returns the number of stored matches. */
export async function countMatches(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from reconciliation_matches`,
  );
  return rows[0]?.count ?? 0;
}

/** Makes the next matching run read all open items again, as the first run of a day does. */
export const repeatMatching = (db: Database) => db.execute(sql`update reconciliation_settings set matched_on = null`);

/** Returns SQL for the key of an item of the reconciliation trial. The key is the same in each database. */
export const trialItemKeySql = (alias: string) => {
  const column = (name: string) => sql.raw(`${alias}.${name}`);
  return sql`case ${column("side")}
    when 'ledger' then concat_ws('|', ${column("side")}, ${column("kind")}, ${column("reference")}, sign(${column("amount")}))
    when 'provider' then concat_ws('|', ${column("side")}, ${column("kind")}, ${column("reference")}, ${column("provider_reference")})
    else concat_ws('|', ${column("side")}, ${column("statement_line")}) end`;
};

/** Returns a digest of the results of matching: each item's finding, and which items are matched with each other. */
export async function digestMatches(db: Database): Promise<string> {
  const { rows } = await db.execute<{ digest: string }>(sql`with items as (
      select ${trialItemKeySql("i")} as key, i.* from reconciliation_items i)
    select md5(string_agg(concat_ws('|', i.key, coalesce(i.finding, '-'), coalesce(i.cause, '-'), coalesce(c.key, '-'),
      coalesce(m.first_key, '-')), ',' order by i.key)) as digest
    from items i left join items c on c.id = i.counterpart_id
    left join (select match_id, min(key) as first_key from items where match_id is not null group by match_id) m
      on m.match_id = i.match_id`);
  return rows[0]?.digest ?? "";
}

/**
 * Runs matching until a run is complete, as the timed task does. If a process that was matching is killed, other processes match nothing
 * until PostgreSQL has ended its statement.
 * @returns number of new matches
 */
export async function matchUntilComplete(db: Database, batch?: number): Promise<number> {
  for (let count = 0; ; await delay(100)) {
    count += await matchOpenItems(db, batch);
    const { rows } = await db.execute<{ complete: boolean }>(
      sql`select matched_on = lagos_day(now()) as complete from reconciliation_settings`,
    );
    if (rows[0]?.complete) return count;
  }
}
