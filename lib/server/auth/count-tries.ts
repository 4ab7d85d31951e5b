import "server-only";
import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { throttles } from "@/lib/server/db/schema/session";

type Limit = {
  /** Tries without delay. */
  free: number;
  /** Seconds of the wait after those; it doubles up to the longest. */
  first: number;
  /** Seconds in which one try is forgotten. No more than that many can be had in the long run. */
  drain: number;
  /** Seconds. */
  longest: number;
};

const SLOW: Limit = { free: 5, first: 2, drain: 300, longest: 300 };
/** Of many people at once: to spray one password costs as much as to guess at one account. */
const CROWD: Limit = { ...SLOW, free: 30 };
/** What tells anyone who asks nothing. */
const MUTE: Limit = { free: 30, first: 2, drain: 60, longest: 60 };

/** docs/sign-in.md says what each is for. */
const LIMITS = {
  account: SLOW,
  lane: SLOW,
  device: SLOW,
  address: CROWD,
  blind: MUTE,
  // Five tries each: in the long run a code's digits are guessed no faster than one in five minutes.
  codes: { free: 5, first: 60, drain: 1_800, longest: 1_800 },
  proof: SLOW,
  forgot: SLOW,
  "forgot-address": MUTE,
} satisfies Record<string, Limit>;

export type Kind = keyof typeof LIMITS;
/** What is counted: an email, an address, or several of them together. */
export type Subject = string | readonly string[];
export type Counted = {
  /** Seconds to wait before this try may be made; 0 when it was counted and may go on. */
  wait: number;
  /** Seconds to wait after this try, which it began; 0 when the next is free. */
  begun: number;
};

export const hashSubject = (subject: string) => createHash("sha256").update(subject.toLowerCase()).digest("base64url");

const keyOf = (kind: Kind, subject: Subject) => `${kind}:${[subject].flat().map(hashSubject).join(":")}`;

const drained = (drain: number) =>
  sql`greatest(throttles.failures - extract(epoch from now() - throttles.last_failure_at)::float8 / ${drain}::float8, 0)`;

/**
 * Counts a try before it is evaluated, in one statement, so that any number of parallel tries cannot get past it, and so
 * that it takes as long whether it may go on or not. While a wait holds, nothing is counted.
 * Our own table rather than a rate-limit library: a growing wait that reserves first is one upsert in SQL, and the
 * libraries count and block in two steps.
 */
export async function tryCount(db: Queryable, kind: Kind, subject: Subject): Promise<Counted> {
  const key = keyOf(kind, subject);
  const { free, first, drain, longest } = LIMITS[kind];
  const { rows } = await db.execute<{ counted: boolean; seconds: number }>(sql`
    with counted as (
      insert into throttles (key, failures, blocked_until, last_failure_at) values (${key}, 1, 'epoch', now())
      on conflict (key) do update set
        failures = ${drained(drain)} + 1,
        last_failure_at = now(),
        -- Free tries block nothing: not even those that began a moment earlier and waited for this row.
        blocked_until = case when ceil(${drained(drain)} + 1) < ${free}::int then 'epoch'
          else now() + make_interval(secs =>
            least(power(2, least(ceil(${drained(drain)} + 1) - ${free}::int, 20)) * ${first}::int, ${longest}::int)) end
      where throttles.blocked_until <= now()
      returning blocked_until)
    select true as counted, ceil(extract(epoch from greatest(blocked_until, now()) - now()) - 0.001)::int as seconds from counted
    union all
    -- Counted by nobody: as it stood before, or as the one left it that this waited for.
    select false, ceil(extract(epoch from blocked_until - now()))::int from throttles
    where key = ${key} and not exists (select 1 from counted)`);
  const [row] = rows;
  // Two at once in a new row: the one that lost doesn't see it yet.
  if (!row) return { wait: 1, begun: 0 };
  return row.counted ? { wait: 0, begun: row.seconds } : { wait: Math.max(1, row.seconds), begun: 0 };
}

/**
 * The same where the wait is to be kept.
 * @returns seconds of the wait that this try began.
 * @throws 429 with the seconds to wait.
 */
export async function countTry(db: Queryable, kind: Kind, subject: Subject): Promise<number> {
  const { wait, begun } = await tryCount(db, kind, subject);
  if (wait > 0) throw refuse.tooMany(wait);
  return begun;
}

/** Takes back a try that was no mistake, and the wait that it began. */
export async function giveBack(db: Queryable, kind: Kind, subject: Subject): Promise<void> {
  await db.execute(sql`
    update throttles set failures = greatest(failures - 1, 0),
      blocked_until = case when ceil(failures - 1) < ${LIMITS[kind].free}::int then 'epoch' else blocked_until end
    where key = ${keyOf(kind, subject)}`);
}

/** Anyone who has proved to be the person starts afresh. */
export async function forgetTries(db: Queryable, ...counters: readonly (readonly [Kind, Subject])[]): Promise<void> {
  await db.delete(throttles).where(
    inArray(
      throttles.key,
      counters.map(([kind, subject]) => keyOf(kind, subject)),
    ),
  );
}
