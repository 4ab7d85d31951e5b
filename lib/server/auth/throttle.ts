import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { refuse } from "@/lib/server/errors";

/** Tries without delay; then the wait doubles from 2 s up to 5 minutes. Quiet for an hour: forgotten. */
const FREE_TRIES = { account: 5, address: 30 } as const;
const LONGEST_WAIT_SECONDS = 300;

type Kind = keyof typeof FREE_TRIES;

const keyOf = (kind: Kind, subject: string) =>
  `${kind}:${createHash("sha256").update(subject.toLowerCase()).digest("base64url")}`;

/**
 * Counts a try before it is evaluated, in one statement, so that any number of parallel tries cannot get past it.
 * Our own table rather than a rate-limit library: a growing wait that reserves first is one upsert in SQL, and the
 * libraries count and block in two steps.
 * @throws 429 with the seconds to wait.
 */
export async function countTry(db: Queryable, kind: Kind, subject: string): Promise<void> {
  const key = keyOf(kind, subject);
  const free = FREE_TRIES[kind];
  const failures = sql`case when throttles.last_failure_at < now() - interval '1 hour' then 1 else throttles.failures + 1 end`;
  const counted = await db.execute(sql`
    insert into throttles (key, failures, blocked_until, last_failure_at) values (${key}, 1, 'epoch', now())
    on conflict (key) do update set
      failures = ${failures},
      last_failure_at = now(),
      -- Free tries block nothing: not even those that began a moment earlier and waited for this row.
      blocked_until = case when ${failures} < ${free}::int then 'epoch'
        else now() + make_interval(secs =>
          least(power(2, least(${failures} - ${free}::int + 1, 20)), ${LONGEST_WAIT_SECONDS})) end
    where throttles.blocked_until <= now()
    returning key`);
  if (counted.rowCount) return;
  const blocked = await db.execute<{ seconds: number }>(
    sql`select ceil(extract(epoch from blocked_until - now()))::int as seconds from throttles where key = ${key}`,
  );
  throw refuse.tooMany(Math.max(1, blocked.rows[0]?.seconds ?? 1));
}

/** After a sign-in: the account starts afresh, the address gets back what this sign-in had used. */
export async function forgetTries(db: Queryable, account: string, address: string): Promise<void> {
  await db.execute(sql`delete from throttles where key = ${keyOf("account", account)}`);
  await db.execute(
    sql`update throttles set failures = greatest(failures - 2, 0) where key = ${keyOf("address", address)}`,
  );
}
