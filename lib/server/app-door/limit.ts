import "server-only";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Queryable } from "@/lib/server/db/client";
import { refuse } from "@/lib/server/errors";
import type { App } from "./keys";

/**
 * Counts a call of an app against its limit, in one statement, so that parallel calls cannot get past it on however many
 * instances. The row holds until when the calls of this minute are used up: each adds its share of a minute, and who is
 * a whole minute ahead waits.
 * @throws 429 with the seconds to wait.
 */
export async function countCall(db: Queryable, { name }: App, perMinute = env().appRateLimit): Promise<void> {
  const share = sql`make_interval(secs => ${60 / perMinute}::float8)`;
  const counted = await db.execute(sql`
    insert into app_limits as l (app, used_until) values (${name}, now() + ${share})
    on conflict (app) do update set used_until = greatest(l.used_until, now()) + ${share}
    where l.used_until + ${share} <= now() + interval '1 minute 1 millisecond'
    returning app`);
  if (counted.rowCount) return;
  const used = await db.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from used_until + ${share} - now() - interval '1 minute'))::int as seconds
      from app_limits where app = ${name}`,
  );
  throw refuse.tooMany(Math.max(1, used.rows[0]?.seconds ?? 1));
}
