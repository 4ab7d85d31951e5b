import "server-only";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { refuse } from "@/lib/server/api/errors";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Transaction } from "@/lib/server/db/client";

type Window = { entry_id: string; from: number; until: number };

/**
 * Checks the limit of live slides. Call it in the transaction that publishes or restores a slide, or withdraws its scheduled
 * version.
 * @throws 409 if more slides than SLIDES_LIVE_MAX would be live at any time from now on, including this one
 */
export async function refuseTooManySlides(tx: Transaction, entryId: string): Promise<void> {
  // Otherwise two concurrent publications would each be counted without the other.
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.slides})`);
  const all = await windowsOf(tx);
  const own = all.filter((each) => each.entry_id === entryId);
  const others = all.filter((each) => each.entry_id !== entryId);
  const begins = others.map(({ from }) => from);
  // The number of live slides grows only when one starts.
  const moments = own.flatMap((each) => [each.from, ...begins.filter((at) => within(each, at))]);
  const most = Math.max(0, ...moments.map((at) => others.filter((other) => within(other, at)).length));
  const max = env().slidesLiveMax;
  if (own.length && most + 1 > max)
    throw refuse.conflict(
      `At most ${max} slides may be live at the same time, and ${most} others are in that time. Choose another time, or withdraw one.`,
    );
}

/** Returns when each slide is live from now on. A version ends when the next one of its slide begins. */
async function windowsOf(tx: Transaction): Promise<Window[]> {
  const { rows } = await tx.execute<{ entry_id: string; from: string; until: string | null }>(sql`
    select entry_id, greatest("from", now()) as "from", until from (
      select p.entry_id, p."from",
        least(p.until, lead(p."from") over (partition by p.entry_id order by p."from", p.number)) as until
      from entry_publications p join entries e on e.id = p.entry_id
      where p.kind = 'slides' and p.withdrawn_at is null and e.archived_at is null) live
    where until is null or (until > now() and until > "from")`);
  return rows.map(({ entry_id, from, until }) => ({
    entry_id,
    from: Date.parse(from),
    until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
  }));
}

const within = ({ from, until }: Window, at: number) => from <= at && at < until;
