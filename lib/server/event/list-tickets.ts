import "server-only";
import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { eventCalls as contract } from "@/lib/contract/event";
import { TICKET_LIST, TICKET_STATES, type TicketState } from "@/lib/contract/event.values";
import type { TicketRow } from "@/lib/contract/event-tickets";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrders, events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList, whereClause } from "@/lib/server/lists/list";
import { dayTotalsUntil, readListWindow } from "@/lib/server/lists/list-window";
import { readSearchResultPage } from "@/lib/server/lists/search-page";
import { suggestSimilarUserName } from "@/lib/server/lists/suggest-similar-name";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import { type WithCommonWords, withCommonWords } from "@/lib/server/user/match-name";
import { ticketFilter } from "./ticket-filter";

type ListInput = InputOf<typeof contract.tickets>;
type SearchInput = ListInput & WithCommonWords;

const SORT_COLUMNS = { created_at: [tickets.createdAt], checked_in_at: [tickets.checkedInAt] };
/**
 * Maximum number of rows that a page may skip. Does not apply to a list sorted by sale, whose pages are found by daily totals
 * (schema/totals.ts).
 */
const MAX_OFFSET = 100_000;

/**
 * Lists tickets, latest sale first. If sorted by check-in, tickets without one are last. @throws 400 for a page that skips too many rows
 */
export async function listTickets(db: Queryable, listInput: ListInput) {
  const input = await withCommonWords(db, listInput);
  const where = ticketFilter(input);
  const { page, size } = input;
  const isByCheckIn = input.sort?.endsWith("checked_in_at");
  const arrivals = {
    table: tickets,
    at: tickets.createdAt,
    where: () => ticketFilter({ ...input, until: undefined }),
  };
  const dayTotalsKey = isByCheckIn ? undefined : totalsKeyOf(listInput);
  const totalsKey = dayTotalsUntil(dayTotalsKey, input.until, arrivals);
  if (page * size > MAX_OFFSET && !totalsKey)
    throw refuse.badInput("This page is too far on. Narrow the list by its filters, or turn its order round.", {
      page: "Narrow the list.",
    });
  const found = input.q?.trim() ? await searchTickets(db, where, input) : undefined;
  const ids = found?.ids ?? (isByCheckIn ? await idsByCheckIn(db, input) : await pageBySale(db, input, totalsKey));
  const rows = ids.length ? await selectTickets(db).where(inArray(tickets.id, ids)) : [];
  const items = rows.map(toTicketRow).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const count = found
    ? toCappedTotal(found.count)
    : totalsKey
      ? toCappedTotal(await countFromDayTotals(db, totalsKey))
      : await countUpToCap(db, tickets, where);
  const others = ticketFilter({ ...input, q: undefined });
  const suggestion = await suggestSimilarUserName(db, {
    typed: input.q,
    ...count,
    owner: tickets.holderId,
    where: others,
  });
  const sortedInput = { ...input, sort: input.sort ?? TICKET_LIST.defaultSort };
  return {
    ...toPagedList({ page, size }, items, count, suggestion),
    ...(await readListWindow(db, TICKET_LIST, sortedInput, items, arrivals)),
  };
}

/** Returns the key of the daily totals (schema/totals.ts) that count this list, or undefined if no totals match its filters. */
function totalsKeyOf({ page: _page, size: _size, sort: _sort, until: _until, state, from, to, ...others }: ListInput) {
  if (Object.values(others).some((value) => value?.trim())) return undefined;
  const facets = state ? splitChoiceList(state).map((each) => `state:${each}`) : [""];
  return { list: "tickets", facets, from, to } satisfies DayTotalsFilter;
}

/**
 * Reads the ticket ids of a page sorted by sale. For a deep page, the daily totals give the day of its first row, so that earlier rows are not read.
 */
async function pageBySale(
  db: Queryable,
  input: SearchInput,
  totalsKey: DayTotalsFilter | undefined,
): Promise<string[]> {
  const offset = input.page * input.size;
  const descending = (input.sort ?? "-created_at")[0] === "-";
  const start = totalsKey && (await findPageStartByDay(db, totalsKey, { at: tickets.createdAt, descending, offset }));
  return idsBySale(db, input, { limit: input.size, offset: start?.offset ?? offset }, start?.where);
}

async function readTicketIds(db: Queryable, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Reads ticket ids sorted by sale, and no other columns, so that skipped rows are read from an index, not from the table. For several states, reads
 * the first rows of each state from its index and merges them.
 */
function idsBySale(
  db: Queryable,
  { state, ...input }: SearchInput,
  { limit, offset }: { limit: number; offset: number },
  start?: SQL,
): Promise<string[]> {
  const order = orderByClause(input.sort ?? "-created_at", SORT_COLUMNS, tickets.id);
  const others = and(ticketFilter(input), start);
  const first = (where: SQL | undefined, rows: number) =>
    sql`(select ${tickets.id}, ${tickets.createdAt} from ${tickets} ${whereClause(where)} order by ${order} limit ${rows})`;
  const states = state ? splitChoiceList<TicketState>(state) : [];
  if (!states.length)
    return readTicketIds(
      db,
      sql`select id from ${tickets} ${whereClause(others)} order by ${order} limit ${limit} offset ${offset}`,
    );
  const each = states.map((one) => first(and(eq(tickets.state, one), others), offset + limit));
  return readTicketIds(
    db,
    sql`select id from (${sql.join(each, sql` union all `)}) ${tickets} order by ${order} limit ${limit} offset ${offset}`,
  );
}

/**
 * Reads ticket ids sorted by check-in: checked-in tickets in the requested order, then the others, latest sale first. Queries each state separately,
 * because the state is a part of the indexes.
 */
async function idsByCheckIn(db: Queryable, { state, ...input }: SearchInput): Promise<string[]> {
  const { sort = "", page, size } = input;
  const offset = page * size;
  const states = state ? splitChoiceList<TicketState>(state) : TICKET_STATES;
  const others = ticketFilter(input);
  const checkedIn = and(others, eq(tickets.state, "checked_in"), isNotNull(tickets.checkedInAt));
  const hasFirst = states.includes("checked_in");
  const byTime = orderByClause(sort, SORT_COLUMNS, tickets.id);
  const first = hasFirst
    ? await readTicketIds(
        db,
        sql`select id from ${tickets} ${whereClause(checkedIn)} order by ${byTime} limit ${size} offset ${offset}`,
      )
    : [];
  const otherStates = states.filter((each) => each !== "checked_in");
  if (first.length === size || !otherStates.length) return first;
  const before = first.length
    ? offset + first.length
    : hasFirst
      ? (await countUpToCap(db, tickets, checkedIn, offset)).total
      : 0;
  const after = { ...input, sort: "-created_at", state: otherStates.join(",") };
  return [
    ...first,
    ...(await idsBySale(db, after, { limit: size - first.length, offset: Math.max(0, offset - before) })),
  ];
}

/** Runs the ticket list's text search once, for both the count and the page. */
function searchTickets(db: Queryable, where: SQL | undefined, { sort = "-created_at", page, size }: ListInput) {
  const order = sql`${sort.endsWith("checked_in_at") ? sql`checked_in_at is null, ` : sql``} ${orderByClause(sort, SORT_COLUMNS, tickets.id)}`;
  return readSearchResultPage(db, tickets, { where, order, columns: sql`created_at, checked_in_at`, page, size });
}

/** Event columns without the description, which may be long. */
const EVENT_COLUMNS = {
  id: events.id,
  title: events.title,
  venue: events.venue,
  state: events.state,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
};

/** Selects tickets with the columns of list rows and ticket pages. Includes only the last four letters of the code. */
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
      event: EVENT_COLUMNS,
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

/** Converts a selected ticket to a list row of the API. */
export const toTicketRow = ({
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
