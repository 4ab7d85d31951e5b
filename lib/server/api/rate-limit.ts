import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import { refuse } from "./errors";

/** A table with one row per rate-limited client: the client's id, and the time up to which the client has used its allowance. */
type RateLimitTable = { table: PgTable; who: PgColumn; usedUntil: PgColumn };

/**
 * Counts one call against a client's rate limit. A single SQL statement, so that parallel calls on several instances can't exceed the
 * limit. Each call moves the row's timestamp forward by `seconds / most`. If the timestamp would be more than `seconds` in the future, the
 * client must wait.
 * @param most calls allowed per `seconds`
 * @throws 429 with the seconds to wait
 */
export async function consumeRateLimit(
  db: Queryable,
  { table, who, usedUntil }: RateLimitTable,
  { name, most, seconds }: { name: string; most: number; seconds: number },
): Promise<void> {
  const stepInterval = sql`make_interval(secs => ${seconds / most}::float8)`;
  const windowInterval = sql`make_interval(secs => ${seconds + 0.001}::float8)`;
  const [idColumn, untilColumn] = [columnName(who), columnName(usedUntil)];
  const inserted = await db.execute(sql`
    insert into ${table} as l (${idColumn}, ${untilColumn}) values (${name}, now() + ${stepInterval})
    on conflict (${idColumn}) do update set ${untilColumn} = greatest(l.${untilColumn}, now()) + ${stepInterval}
    where l.${untilColumn} + ${stepInterval} <= now() + ${windowInterval}
    returning ${idColumn}`);
  if (inserted.rowCount) return;
  const waitTime = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from ${untilColumn} + ${stepInterval} - now() - ${windowInterval}))::int as seconds
    from ${table} where ${idColumn} = ${name}`);
  throw refuse.tooMany(Math.max(1, waitTime.rows[0]?.seconds ?? 1));
}

const columnName = ({ name }: PgColumn): SQL => sql`${sql.identifier(name)}`;
