import "server-only";
import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP, type InputOf, splitAnyOf } from "@/lib/contract/common";
import type { event as contract } from "@/lib/contract/event";
import { TICKET_STATES, type TicketState } from "@/lib/contract/event.values";
import type { TicketRow } from "@/lib/contract/event-tickets";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrders, events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { answerOf, capped, cappedCount, orderOf, whereOf } from "@/lib/server/lists/list";
import { type Counted, countOf, pageByDay } from "@/lib/server/totals/day-totals";
import { ticketFilter } from "./ticket-filter";

type ListInput = InputOf<typeof contract.tickets>;

const SORTS = { created_at: [tickets.createdAt], checked_in_at: [tickets.checkedInAt] };
/** Rows that a page may skip in a list that is not counted by day, or in another order than that of the sale. */
const DEEPEST = 100_000;

/** Newest first unless told; by check-in, those that are not checked in come last. @throws 400 for a page too far on */
export async function listTickets(db: Queryable, input: ListInput) {
  const where = ticketFilter(input);
  const { page, size } = input;
  const byCheckIn = input.sort?.endsWith("checked_in_at");
  const counted = byCheckIn ? undefined : countedByDay(input);
  if (page * size > DEEPEST && !counted)
    throw refuse.badInput("This page is too far on. Narrow the list by its filters, or turn its order round.", {
      page: "Narrow the list.",
    });
  const found = input.q?.trim() ? await searched(db, where, input) : undefined;
  const ids = found?.ids ?? (byCheckIn ? await idsByCheckIn(db, input) : await pageBySale(db, input, counted));
  const rows = ids.length ? await selectTickets(db).where(inArray(tickets.id, ids)) : [];
  const items = rows.map(toRow).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const count = found
    ? capped(found.count)
    : counted
      ? capped(await countOf(db, counted))
      : await cappedCount(db, tickets, where);
  return answerOf({ page, size }, items, count);
}

/** What is asked for as the totals by day know it (schema/totals.ts); undefined where they do not. */
function countedByDay({ page: _page, size: _size, sort: _sort, state, from, to, ...others }: ListInput) {
  if (Object.values(others).some((value) => value?.trim())) return undefined;
  const facets = state ? splitAnyOf(state).map((each) => `state:${each}`) : [""];
  return { list: "tickets", facets, from, to } satisfies Counted;
}

/** A page in the order of the sale; a deep one begins on its day, so that what comes before is not read. */
async function pageBySale(db: Queryable, input: ListInput, counted: Counted | undefined): Promise<string[]> {
  const offset = input.page * input.size;
  const descending = (input.sort ?? "-created_at")[0] === "-";
  const start = counted && (await pageByDay(db, counted, { at: tickets.createdAt, descending, offset }));
  return idsBySale(db, input, { limit: input.size, offset: start?.offset ?? offset }, start?.where);
}

async function idsOf(db: Queryable, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Ids first: what a page skips is read from an index, not from the table. Tickets in one of several states are in order
 * within each, so the beginning of each is read and put together.
 */
function idsBySale(
  db: Queryable,
  { state, ...input }: ListInput,
  { limit, offset }: { limit: number; offset: number },
  start?: SQL,
): Promise<string[]> {
  const order = orderOf(input.sort ?? "-created_at", SORTS, tickets.id);
  const others = and(ticketFilter(input), start);
  const first = (where: SQL | undefined, rows: number) =>
    sql`(select ${tickets.id}, ${tickets.createdAt} from ${tickets} ${whereOf(where)} order by ${order} limit ${rows})`;
  const states = state ? splitAnyOf<TicketState>(state) : [];
  if (!states.length)
    return idsOf(
      db,
      sql`select id from ${tickets} ${whereOf(others)} order by ${order} limit ${limit} offset ${offset}`,
    );
  const each = states.map((one) => first(and(eq(tickets.state, one), others), offset + limit));
  return idsOf(
    db,
    sql`select id from (${sql.join(each, sql` union all `)}) ${tickets} order by ${order} limit ${limit} offset ${offset}`,
  );
}

/**
 * Those that are checked in, in the order asked for, and after them the others, newest first. Both are told apart by their
 * state, which the indexes have.
 */
async function idsByCheckIn(db: Queryable, { state, ...input }: ListInput): Promise<string[]> {
  const { sort = "", page, size } = input;
  const offset = page * size;
  const states = state ? splitAnyOf<TicketState>(state) : TICKET_STATES;
  const others = ticketFilter(input);
  const checkedIn = and(others, eq(tickets.state, "checked_in"), isNotNull(tickets.checkedInAt));
  const hasFirst = states.includes("checked_in");
  const byTime = orderOf(sort, SORTS, tickets.id);
  const first = hasFirst
    ? await idsOf(
        db,
        sql`select id from ${tickets} ${whereOf(checkedIn)} order by ${byTime} limit ${size} offset ${offset}`,
      )
    : [];
  const rest = states.filter((each) => each !== "checked_in");
  if (first.length === size || !rest.length) return first;
  const before = first.length
    ? offset + first.length
    : hasFirst
      ? (await cappedCount(db, tickets, checkedIn, offset)).total
      : 0;
  const after = { ...input, sort: "-created_at", state: rest.join(",") };
  return [
    ...first,
    ...(await idsBySale(db, after, { limit: size - first.length, offset: Math.max(0, offset - before) })),
  ];
}

/**
 * What is typed is found once: how many there are, and which of them the page shows. Of too many to count one is soon met
 * in the order of the list, which is then gone through instead.
 */
async function searched(db: Queryable, where: SQL | undefined, { sort = "-created_at", page, size }: ListInput) {
  const order = sql`${sort.endsWith("checked_in_at") ? sql`checked_in_at is null, ` : sql``} ${orderOf(sort, SORTS, tickets.id)}`;
  const found = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select id, created_at, checked_in_at from ${tickets} ${whereOf(where)} limit ${COUNT_CAP + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${COUNT_CAP} then
      array(select id from fitting ${tickets} order by ${order} limit ${size} offset ${page * size}) end as ids from counted`);
  return found.rows[0] ?? { count: 0, ids: [] };
}

/** Without what only the event's own page reads: a description may be long. */
const EVENT = {
  id: events.id,
  title: events.title,
  venue: events.venue,
  state: events.state,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
};

/** Tickets with what a row and a page say of them; of the code its end alone. */
export const selectTickets = (db: Queryable) =>
  db
    .select({
      ticket: {
        id: tickets.id,
        reference: tickets.reference,
        codeEnd: sql<string>`right(${tickets.code}, 4)`,
        state: tickets.state,
        price: tickets.price,
        checkedInAt: tickets.checkedInAt,
        checkedInBy: tickets.checkedInBy,
        gate: tickets.gate,
        refundId: tickets.refundId,
        reason: tickets.reason,
        createdAt: tickets.createdAt,
        version: tickets.version,
      },
      event: EVENT,
      type: { id: ticketTypes.id, name: ticketTypes.name },
      holder: users,
      order: eventOrders,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(users, eq(users.id, tickets.holderId))
    .innerJoin(eventOrders, eq(eventOrders.id, tickets.orderId))
    .$dynamic();

export const toRow = ({
  ticket,
  event,
  type,
  holder,
}: Awaited<ReturnType<typeof selectTickets>>[number]): TicketRow => ({
  id: ticket.id,
  reference: ticket.reference,
  code_end: ticket.codeEnd,
  event: { id: event.id, title: event.title, starts_at: event.startsAt?.toISOString() ?? null },
  type,
  holder: { id: holder.id, name: fullName(holder) },
  state: ticket.state,
  price: ticket.price,
  checked_in_at: ticket.checkedInAt?.toISOString() ?? null,
  created_at: ticket.createdAt.toISOString(),
  version: ticket.version,
});
