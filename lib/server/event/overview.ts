import "server-only";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { EventOverview } from "@/lib/contract/event";
import { addDays, countDays, endOfDay, listLagosDays, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { events } from "@/lib/server/db/schema/event";
import { type DayPeriod, periodOfLastDays } from "@/lib/server/transaction/overview";
import { eventRows } from "./rows";
import { isEventInState } from "./state";

const MAX_NEXT = 8;
const MAX_DRAFTS = 5;
const MAX_REFUNDING = 20;

type SeatFigures = Pick<EventOverview, "live" | "drafts" | "seats" | "sold">;
type SalesDay = { day: string; tickets: number; amount: number };

/** Returns the figures of the event overview: current seats, and sales and check-ins of the last `days` and of the period before. */
export async function readEventOverview(db: Queryable, { days }: { days: string }): Promise<EventOverview> {
  const period = periodOfLastDays(Number(days));
  const periodBefore = { from: addDays(period.from, -countDays(period.from, period.to)), to: addDays(period.from, -1) };
  const salesByDay = await sumSalesByDay(db, { from: periodBefore.from, to: period.to });
  const figuresOf = async ({ from, to }: DayPeriod) => {
    const daysInPeriod = salesByDay.filter(({ day }) => day >= from && day <= to);
    return {
      tickets: daysInPeriod.reduce((total, { tickets }) => total + tickets, 0),
      revenue: daysInPeriod.reduce((total, { amount }) => total + amount, 0),
      checked_in: await countCheckIns(db, { from, to }),
    };
  };
  const byDay = new Map(salesByDay.map((each) => [each.day, each]));
  return {
    ...(await currentSeats(db)),
    now: await figuresOf(period),
    before: await figuresOf(periodBefore),
    by_day: listLagosDays(period.from, period.to).map((day) => byDay.get(day) ?? { day, tickets: 0, amount: 0 }),
    next: await eventRows(db, await nextEvents(db)),
    newest_drafts: await eventRows(db, await newestDrafts(db)),
    refunding: await readRefundingEvents(db),
  };
}

async function currentSeats(db: Queryable): Promise<SeatFigures> {
  const { rows } = await db.execute<SeatFigures>(sql`
    select count(*)::int as live, (select count(*)::int from events where state = 'draft') as drafts,
      coalesce(sum(least(e.capacity, t.quantity)), 0)::float8 as seats, coalesce(sum(t.sold), 0)::float8 as sold
    from events e cross join lateral (select coalesce(sum(quantity), 0) as quantity, coalesce(sum(sold), 0) as sold
      from ticket_types where event_id = e.id) t
    where e.state = 'live' and e.ends_at > now()`);
  return rows[0] ?? { live: 0, drafts: 0, seats: 0, sold: 0 };
}

/** Sums valid and checked-in tickets by the Lagos day of their sale; amounts in kobo. */
async function sumSalesByDay(db: Queryable, { from, to }: DayPeriod): Promise<SalesDay[]> {
  const { rows } = await db.execute<SalesDay>(sql`
    select day::text as day, sum(rows)::int as tickets, sum(amount)::float8 as amount from day_totals
    where list = 'tickets' and facet in ('state:valid', 'state:checked_in') and day between ${from} and ${to}
    group by 1 having sum(rows) <> 0`);
  return rows;
}

async function countCheckIns(db: Queryable, { from, to }: DayPeriod): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from tickets
    where checked_in_at >= ${startOfDay(from)} and checked_in_at < ${endOfDay(to)}`);
  return rows[0]?.count ?? 0;
}

const rowIds = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Returns the ids of the live events that start next. */
const nextEvents = async (db: Queryable) =>
  rowIds(
    await db
      .select({ id: events.id })
      .from(events)
      .where(isEventInState("live"))
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(MAX_NEXT),
  );

const newestDrafts = async (db: Queryable) =>
  rowIds(
    await db
      .select({ id: events.id })
      .from(events)
      .where(eq(events.state, "draft"))
      .orderBy(desc(events.updatedAt), desc(events.id))
      .limit(MAX_DRAFTS),
  );

/** Returns cancelled events with refunds that are pending or have failed. */
async function readRefundingEvents(db: Queryable): Promise<EventOverview["refunding"]> {
  const { rows } = await db.execute<EventOverview["refunding"][number]>(sql`
    select e.id, e.title, s.pending, s.failed from (
      select event_id, count(*) filter (where state = 'pending')::int as pending,
        count(*) filter (where state = 'failed')::int as failed
      from cancellation_steps where state <> 'done' group by 1) s
    join events e on e.id = s.event_id order by s.failed desc, e.cancelled_at desc, e.id limit ${MAX_REFUNDING}`);
  return rows;
}
