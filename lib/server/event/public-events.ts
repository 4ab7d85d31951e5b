import "server-only";
import { and, asc, eq, gt, inArray, lt, min, type SQL, sql } from "drizzle-orm";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { PublicEvent, PublicEventRow } from "@/lib/contract/event.app";
import type { TicketType } from "@/lib/contract/event-tickets";
import type { Lga } from "@/lib/contract/lgas.values";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { contentEntryForApp } from "@/lib/server/content-entries/content-entry-for-app";
import { type Picture, picturesOf } from "@/lib/server/content-entries/read-pictures";
import type { Queryable } from "@/lib/server/db/client";
import { eventCategories, eventOrders, events } from "@/lib/server/db/schema/event";
import { ticketTypesOf, ticketTypesOfEvent } from "./read-ticket-types";
import { type EventRecord, isEventInState } from "./state";

const EVENTS_PER_PAGE = 50;
type PublicEventFilters = { category?: string; lga?: Lga; from?: string; to?: string; page: number };

/** Lists live events that take place at least partly between two Lagos days, next start first. */
export async function listPublicEvents(db: Queryable, { category, lga, from, to, page }: PublicEventFilters) {
  // Reads the time before the queries. A scheduled change during the queries then counts as future, so the response is not
  // cached beyond that change.
  const readAt = Date.now();
  const where = and(
    isEventInState("live"),
    category ? eq(events.categoryId, category) : undefined,
    lga ? eq(events.lga, lga) : undefined,
    from ? gt(events.endsAt, startOfDay(from)) : undefined,
    to ? lt(events.startsAt, endOfDay(to)) : undefined,
  );
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int`, firstEnd: min(events.endsAt) })
    .from(events)
    .where(where);
  const published = await liveEvents(db, where)
    .limit(EVENTS_PER_PAGE)
    .offset(page * EVENTS_PER_PAGE);
  const ids = published.map(({ event }) => event.id);
  const sales = await ticketTypesOf(db, ids);
  const pictures = await picturesOf(db, [...new Set(published.flatMap(({ event }) => event.coverImageId ?? []))]);
  const items = published.map((row) => toRow(row, sales.get(row.event.id)?.types ?? [], pictures));
  // Freed seats change the list row only if the event was sold out.
  const soldOut = items.filter((item) => item.sold_out).map(({ id }) => id);
  const moments = [...sales.values()].flatMap(({ types }) => saleTimes(types));
  const next_change_at = earliestAfter(readAt, [counted?.firstEnd, ...moments, await firstExpiry(db, soldOut, readAt)]);
  return { items, total: counted?.total ?? 0, next_change_at };
}

/** Returns a live event. @throws 404 if it is not live, for example because it has ended or was cancelled */
export async function readPublicEvent(db: Queryable, eventId: string): Promise<PublicEvent> {
  const startMs = Date.now();
  const [published] = await liveEvents(db, and(isEventInState("live"), eq(events.id, eventId)));
  if (!published) throw refuse.notFound("event");
  const { event } = published;
  const { types } = await ticketTypesOfEvent(db, event.id);
  const pictures = await picturesOf(db, event.imageIds);
  const { html, text } = toAnnouncement(event, pictures);
  return {
    ...toRow(published, types, pictures),
    html,
    text,
    ticket_types: types.flatMap(publicTicketType),
    next_change_at: earliestAfter(startMs, [
      event.endsAt,
      ...saleTimes(types),
      await firstExpiry(db, [event.id], startMs),
    ]),
  };
}

const liveEvents = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ event: events, category: eventCategories })
    .from(events)
    .innerJoin(eventCategories, eq(eventCategories.id, events.categoryId))
    .where(where)
    .orderBy(asc(events.startsAt), asc(events.id))
    .$dynamic();
type LiveEventRow = Awaited<ReturnType<typeof liveEvents>>[number];

function toRow(
  { event, category }: LiveEventRow,
  types: readonly TicketType[],
  pictures: ReadonlyMap<string, Picture>,
): PublicEventRow {
  const { startsAt, endsAt } = event;
  if (!startsAt || !endsAt) throw new Error(`Event ${event.id} is live without its times.`);
  const onSale = types.filter(({ sale }) => sale !== "hidden" && sale !== "over");
  const prices = onSale.map(({ price }) => price);
  return {
    id: event.id,
    title: event.title,
    category: { id: category.id, name: category.name, colour: category.colour, icon: category.icon },
    venue: event.venue,
    lga: event.lga,
    lat: event.lat,
    lng: event.lng,
    organiser: event.organiser,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    cover: toAnnouncement({ ...event, description: null }, pictures).image,
    price_from: prices.length ? Math.min(...prices) : null,
    price_to: prices.length ? Math.max(...prices) : null,
    sold_out: !onSale.some(({ left }) => left > 0),
  };
}

/** Converts description and cover to the format of announcements, which citizen apps already render. */
const toAnnouncement = (event: EventRecord, pictures: ReadonlyMap<string, Picture>) =>
  contentEntryForApp(
    "announcements",
    {
      entryId: event.id,
      number: 1,
      mustAccept: false,
      from: event.createdAt,
      until: event.endsAt,
      content: {
        texts: { [SOURCE_LANGUAGE]: { title: event.title, body: event.description } },
        image_id: event.coverImageId,
        image_alt: event.title,
        link: "",
        audience: "everybody",
        group_ids: [],
        pinned: false,
      },
    },
    SOURCE_LANGUAGE,
    pictures,
  );

/** Returns a ticket type without fields for admins, as a list that is empty for a hidden type. */
function publicTicketType(type: TicketType): PublicEvent["ticket_types"] {
  const { sale } = type;
  if (sale === "hidden") return [];
  const { id, name, description, price, min_per_order, max_per_order, sales_from, sales_until, left } = type;
  return [{ id, name, description, price, min_per_order, max_per_order, sales_from, sales_until, sale, left }];
}

const saleTimes = (types: readonly TicketType[]) =>
  types.flatMap(({ hidden, sales_from, sales_until }) => (hidden ? [] : [sales_from, sales_until]));

/** Returns when the first unpaid order of these events expires. @param readAt time in ms; earlier expiries do not count */
async function firstExpiry(db: Queryable, eventIds: readonly string[], readAt: number): Promise<Date | null> {
  if (!eventIds.length) return null;
  const [first] = await db
    .select({ at: min(eventOrders.expiresAt) })
    .from(eventOrders)
    .where(
      and(
        inArray(eventOrders.eventId, [...eventIds]),
        eq(eventOrders.state, "reserved"),
        gt(eventOrders.expiresAt, new Date(readAt)),
      ),
    );
  return first?.at ?? null;
}

/** Returns the earliest time after `readAt` (ms), or null. */
function earliestAfter(readAt: number, moments: readonly (Date | string | null | undefined)[]): string | null {
  const later = moments.flatMap((moment) => (moment ? [new Date(moment).getTime()] : [])).filter((at) => at > readAt);
  return later.length ? new Date(Math.min(...later)).toISOString() : null;
}
