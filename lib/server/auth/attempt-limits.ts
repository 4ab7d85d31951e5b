import "server-only";
import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { throttles } from "@/lib/server/db/schema/session";

type AttemptLimit = {
  /** Number of attempts without a delay. */
  free: number;
  /** Seconds of the first wait after the free attempts. Each further wait doubles, up to `longest`. */
  first: number;
  /** Seconds after which one attempt no longer counts; in the long run, the interval between possible attempts. */
  drain: number;
  /** Longest wait in seconds. */
  longest: number;
};

const STANDARD_LIMIT: AttemptLimit = { free: 5, first: 2, drain: 300, longest: 300 };
/** Limit of counters shared by many accounts, against trying one password on many accounts. */
const SHARED_LIMIT: AttemptLimit = { ...STANDARD_LIMIT, free: 30 };
/** Limit of attempts whose response does not reveal success. */
const SILENT_LIMIT: AttemptLimit = { free: 30, first: 2, drain: 60, longest: 60 };

/** Limits of each counter; docs/sign-in.md explains them. */
const LIMITS = {
  account: STANDARD_LIMIT,
  lane: STANDARD_LIMIT,
  device: STANDARD_LIMIT,
  address: SHARED_LIMIT,
  blind: SILENT_LIMIT,
  // Each code allows five guesses, and in the long run one new code is possible per half hour.
  codes: { free: 5, first: 60, drain: 1_800, longest: 1_800 },
  proof: STANDARD_LIMIT,
  forgot: STANDARD_LIMIT,
  "forgot-address": SILENT_LIMIT,
  // Test mails that an admin sends from System Status; not part of signing in.
  "test-mail": { free: 3, first: 60, drain: 60, longest: 300 },
} satisfies Record<string, AttemptLimit>;

/** Kind of attempts that are counted and limited together, such as wrong passwords. */
export type CounterKind = keyof typeof LIMITS;
/** Subject of a counter: an email hash, an IP address or an id, or several of them combined. */
export type LimitKey = string | readonly string[];
/** Waiting times that apply to a counted attempt. */
export type AttemptResult = {
  /** Seconds to wait before this attempt is allowed; 0 if it was counted and may proceed. */
  wait: number;
  /** Seconds of the wait that this attempt caused; 0 if the next attempt needs no wait. */
  begun: number;
};

/** Returns the hash under which the subject of a counter is stored, ignoring case. */
export const hashCounterSubject = (subject: string) =>
  createHash("sha256").update(subject.toLowerCase()).digest("base64url");

const counterKeyOf = (kind: CounterKind, subject: LimitKey) =>
  `${kind}:${[subject].flat().map(hashCounterSubject).join(":")}`;

const decayed = (drain: number) =>
  sql`greatest(throttles.failures - extract(epoch from now() - throttles.last_failure_at)::float8 / ${drain}::float8, 0)`;

/**
 * Counts an attempt before its evaluation, in one statement. So parallel attempts can't exceed the limit, and timing reveals nothing.
 * Counts nothing during a wait. Uses its own table, because rate-limit libraries count an attempt and start a wait in two steps; this
 * upsert does both.
 */
export async function consumeAttempt(db: Queryable, kind: CounterKind, subject: LimitKey): Promise<AttemptResult> {
  const key = counterKeyOf(kind, subject);
  const { free, first, drain, longest } = LIMITS[kind];
  const { rows } = await db.execute<{ counted: boolean; seconds: number }>(sql`
    with counted as (
      insert into throttles (key, failures, blocked_until, last_failure_at) values (${key}, 1, 'epoch', now())
      on conflict (key) do update set
        failures = ${decayed(drain)} + 1,
        last_failure_at = now(),
        -- Free tries block nothing: not even those that began a moment earlier and waited for this row.
        blocked_until = case when ceil(${decayed(drain)} + 1) < ${free}::int then 'epoch'
          else now() + make_interval(secs =>
            least(power(2, least(ceil(${decayed(drain)} + 1) - ${free}::int, 20)) * ${first}::int, ${longest}::int)) end
      where throttles.blocked_until <= now()
      returning blocked_until)
    select true as counted, ceil(extract(epoch from greatest(blocked_until, now()) - now()) - 0.001)::int as seconds from counted
    union all
    -- Counted by nobody: as it stood before, or as the one left it that this waited for.
    select false, ceil(extract(epoch from blocked_until - now()))::int from throttles
    where key = ${key} and not exists (select 1 from counted)`);
  const [row] = rows;
  // There is no row if a concurrent first attempt inserted the counter, which this statement can't see yet.
  if (!row) return { wait: 1, begun: 0 };
  return row.counted ? { wait: 0, begun: row.seconds } : { wait: Math.max(1, row.seconds), begun: 0 };
}

/** Counts an attempt and enforces the wait. @returns seconds of the wait it caused @throws 429 with seconds to wait */
export async function enforceAttemptLimit(db: Queryable, kind: CounterKind, subject: LimitKey): Promise<number> {
  const { wait, begun } = await consumeAttempt(db, kind, subject);
  if (wait > 0) throw refuse.tooMany(wait);
  return begun;
}

/** Reverts a counted attempt that turned out to be correct, including its wait. */
export async function revertAttempt(db: Queryable, kind: CounterKind, subject: LimitKey): Promise<void> {
  await db.execute(sql`
    update throttles set failures = greatest(failures - 1, 0),
      blocked_until = case when ceil(failures - 1) < ${LIMITS[kind].free}::int then 'epoch' else blocked_until end
    where key = ${counterKeyOf(kind, subject)}`);
}

/** Resets counters after a successful proof of identity. */
export async function resetAttemptCounters(
  db: Queryable,
  ...counters: readonly (readonly [CounterKind, LimitKey])[]
): Promise<void> {
  await db.delete(throttles).where(
    inArray(
      throttles.key,
      counters.map(([kind, subject]) => counterKeyOf(kind, subject)),
    ),
  );
}
