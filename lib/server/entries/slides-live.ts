import "server-only";
import { sql } from "drizzle-orm";
import { env } from "@/lib/env";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";

type Window = { entry_id: string; from: number; until: number };
const SLIDES_LOCK = 7_205_515;

/**
 * Asked after a slide was published, came back from the archive or lost the version that was to end it, in the same
 * transaction.
 * @throws 409 when at some moment from now on more slides would be live than SLIDES_LIVE_MAX allows, this one among them
 */
export async function refuseTooManySlides(tx: Transaction, entryId: string): Promise<void> {
  // Two that are published at once would each count without the other.
  await tx.execute(sql`select pg_advisory_xact_lock(${SLIDES_LOCK})`);
  const all = await windowsOf(tx);
  const own = all.filter((each) => each.entry_id === entryId);
  const others = all.filter((each) => each.entry_id !== entryId);
  const begins = others.map(({ from }) => from);
  // The number only grows where one begins.
  const moments = own.flatMap((each) => [each.from, ...begins.filter((at) => within(each, at))]);
  const most = Math.max(0, ...moments.map((at) => others.filter((other) => within(other, at)).length));
  const max = env().slidesLiveMax;
  if (own.length && most + 1 > max)
    throw refuse.conflict(
      `At most ${max} slides may be live at the same time, and ${most} others are in that time. Choose another time, or withdraw one.`,
    );
}

/** When each slide is live from now on: a version ends where the next one of the same slide begins. */
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
