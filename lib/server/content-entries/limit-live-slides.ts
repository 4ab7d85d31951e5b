import "server-only";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { refuse } from "@/lib/server/api/errors";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Transaction } from "@/lib/server/db/client";

type LivePeriod = { entry_id: string; from: number; until: number };

/**
 * Checks the limit of slides that are live at the same time. Call it in the transaction that publishes or restores a slide, or withdraws its
 * scheduled version.
 * @throws 409 if more than SLIDES_LIVE_MAX slides, including the given slide, would be live at any time from now on
 */
export async function refuseTooManySlides(tx: Transaction, entryId: string): Promise<void> {
  // Takes a lock, because two transactions that publish slides concurrently would not count each other's slide.
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.slides})`);
  const all = await livePeriodsOf(tx);
  const ownPeriods = all.filter((each) => each.entry_id === entryId);
  const otherPeriods = all.filter((each) => each.entry_id !== entryId);
  const otherStarts = otherPeriods.map(({ from }) => from);
  // Checks the limit only at start times, because the number of live slides grows only then.
  const starts = ownPeriods.flatMap((each) => [each.from, ...otherStarts.filter((at) => isInPeriod(each, at))]);
  const maxOthers = Math.max(0, ...starts.map((at) => otherPeriods.filter((other) => isInPeriod(other, at)).length));
  const max = env().slidesLiveMax;
  if (ownPeriods.length && maxOthers + 1 > max)
    throw refuse.conflict(
      `At most ${max} slides may be live at the same time, and ${maxOthers} others are in that time. Choose another time, or withdraw one.`,
    );
}

/** Returns the periods from now on in which each slide is live. A version ends when the slide's next version starts. */
async function livePeriodsOf(tx: Transaction): Promise<LivePeriod[]> {
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

const isInPeriod = ({ from, until }: LivePeriod, at: number) => from <= at && at < until;
