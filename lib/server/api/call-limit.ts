import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import { refuse } from "./errors";

/** A table with one row per counted client: its id, and the time until which its allowance is used up. */
type Counted = { table: PgTable; who: PgColumn; usedUntil: PgColumn };

/**
 * Counts one call against a client's rate limit. It takes a single statement, so that parallel calls on any number of instances
 * cannot exceed the limit. Each call moves the row's timestamp forward by `seconds / most`. A client whose timestamp would lie
 * more than `seconds` in the future has to wait.
 * @param most calls allowed per `seconds`
 * @throws 429 with the seconds to wait
 */
export async function countAgainst(
  db: Queryable,
  { table, who, usedUntil }: Counted,
  { name, most, seconds }: { name: string; most: number; seconds: number },
): Promise<void> {
  const share = sql`make_interval(secs => ${seconds / most}::float8)`;
  const span = sql`make_interval(secs => ${seconds + 0.001}::float8)`;
  const [by, until] = [column(who), column(usedUntil)];
  const counted = await db.execute(sql`
    insert into ${table} as l (${by}, ${until}) values (${name}, now() + ${share})
    on conflict (${by}) do update set ${until} = greatest(l.${until}, now()) + ${share}
    where l.${until} + ${share} <= now() + ${span}
    returning ${by}`);
  if (counted.rowCount) return;
  const used = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from ${until} + ${share} - now() - ${span}))::int as seconds
    from ${table} where ${by} = ${name}`);
  throw refuse.tooMany(Math.max(1, used.rows[0]?.seconds ?? 1));
}

const column = ({ name }: PgColumn): SQL => sql`${sql.identifier(name)}`;
