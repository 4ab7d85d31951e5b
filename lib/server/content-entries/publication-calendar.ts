import "server-only";
import { sql } from "drizzle-orm";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { PublicationCalendarItem } from "@/lib/contract/content-entries";
import { APP_CONFIG_KINDS, CONTENT_MODULE_KINDS } from "@/lib/contract/content-entries.values";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { countDays, endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";

const MAX_DAYS = 62;
const MAX_ITEMS = 2_000;

type RawItem = Omit<PublicationCalendarItem, "from" | "until"> & { from: string; until: string | null };

/** Lists publications that start or end on these Lagos days, and notifications if the admin may see them. @throws 400 for invalid days */
export async function listPublicationCalendar(
  db: Queryable,
  { rights }: SignedInAdmin,
  { from, to }: { from: string; to: string },
): Promise<{ items: PublicationCalendarItem[] }> {
  const days = countDays(from, to);
  if (days < 1 || days > MAX_DAYS)
    throw refuse.badInput(`Ask for 1 to ${MAX_DAYS} days.`, { to: `Ask for 1 to ${MAX_DAYS} days.` });
  const canReadConfig = satisfiesPolicy(rights, accessPolicy("App Configurations", "read"));
  const kinds: readonly string[] = canReadConfig
    ? [...CONTENT_MODULE_KINDS, ...APP_CONFIG_KINDS]
    : CONTENT_MODULE_KINDS;
  const first = startOfDay(from).toISOString();
  const last = endOfDay(to).toISOString();
  const isInRange = (at: unknown) => sql`${at} >= ${first}::timestamptz and ${at} < ${last}::timestamptz`;
  const { rows } = await db.execute<RawItem>(sql`
    select p.entry_id as id, p.kind, p.title, p."from", ends.until,
      case when p."from" > now() then 'scheduled' when ends.until <= now() then 'expired' else 'published' end as state
    from entry_publications p join entries e on e.id = p.entry_id
    -- A version that another takes over from before its end does not end: the entry stays on view.
    cross join lateral (select case when not exists (select 1 from entry_publications later
      where later.entry_id = p.entry_id and later.withdrawn_at is null
        and (later."from", later.number) > (p."from", p.number) and later."from" <= p.until) then p.until end as until) ends
    where p.withdrawn_at is null and e.archived_at is null
      and p.kind in (${sql.join(
        kinds.map((kind) => sql`${kind}`),
        sql`, `,
      )})
      and (${isInRange(sql`p."from"`)} or ${isInRange(sql`ends.until`)})
    ${
      canReadConfig
        ? sql`union all select b.id, 'broadcasts', b.title, coalesce(b.started_at, b.scheduled_for), null,
            case when b.started_at is null then 'scheduled' else 'sent' end
          from broadcasts b where b.state in ('scheduled', 'sending', 'paused', 'sent')
            and ${isInRange(sql`coalesce(b.started_at, b.scheduled_for)`)}`
        : sql``
    }
    order by 4, 1 limit ${MAX_ITEMS}`);
  return {
    items: rows.map((row) => ({
      ...row,
      from: new Date(row.from).toISOString(),
      until: row.until === null ? null : new Date(row.until).toISOString(),
    })),
  };
}
