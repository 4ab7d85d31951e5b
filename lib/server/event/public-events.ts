import "server-only";
import { and, asc, eq, gt, inArray, lt, min, type SQL, sql } from "drizzle-orm";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { PublicEvent, PublicEventRow } from "@/lib/contract/event.app";
import type { TicketType } from "@/lib/contract/event-tickets";
import type { Lga } from "@/lib/contract/kyc.values";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { eventCategories, eventOrders, events } from "@/lib/server/db/schema/event";
import { forCitizens } from "@/lib/server/entries/for-citizens";
import { type Picture, picturesOf } from "@/lib/server/entries/read-pictures";
import { ticketTypesOf, ticketTypesOfOne } from "./read-ticket-types";
import { type EventRecord, isInState } from "./state";

const EVENTS_A_PAGE = 50;
type Filters = { category?: string; lga?: Lga; from?: string; to?: string; page: number };

/** Lists live events that take place, at least in part, from `from` to `to` (Lagos days), next start first. */
export async function publicEvents(db: Queryable, { category, lga, from, to, page }: Filters) {
  // Read before the queries: a change by the clock in between still counts as to come, so the answer is never cached too long.
  const asked = Date.now();
  const where = and(
    isInState("live"),
    category ? eq(events.categoryId, category) : undefined,
    lga ? eq(events.lga, lga) : undefined,
    from ? gt(events.endsAt, startOfDay(from)) : undefined,
    to ? lt(events.startsAt, endOfDay(to)) : undefined,
  );
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int`, firstEnd: min(events.endsAt) })
    .from(events)
    .where(where);
  const shown = await liveEvents(db, where)
    .limit(EVENTS_A_PAGE)
    .offset(page * EVENTS_A_PAGE);
  const ids = shown.map(({ event }) => event.id);
  const sales = await ticketTypesOf(db, ids);
  const pictures = await picturesOf(db, [...new Set(shown.flatMap(({ event }) => event.coverImageId ?? []))]);
  const items = shown.map((row) => toRow(row, sales.get(row.event.id)?.types ?? [], pictures));
  // Freed seats change a row only if it was sold out.
  const soldOut = items.filter((item) => item.sold_out).map(({ id }) => id);
  const moments = [...sales.values()].flatMap(({ types }) => saleMoments(types));
  const next_change_at = nextOf(asked, [counted?.firstEnd, ...moments, await firstExpiry(db, soldOut, asked)]);
  return { items, total: counted?.total ?? 0, next_change_at };
}

/** @throws 404 when the event is not live, for example because it has ended or was cancelled */
export async function publicEvent(db: Queryable, eventId: string): Promise<PublicEvent> {
  const asked = Date.now();
  const [shown] = await liveEvents(db, and(isInState("live"), eq(events.id, eventId)));
  if (!shown) throw refuse.notFound("event");
  const { event } = shown;
  const { types } = await ticketTypesOfOne(db, event.id);
  const pictures = await picturesOf(db, event.imageIds);
  const { html, text } = received(event, pictures);
  return {
    ...toRow(shown, types, pictures),
    html,
    text,
    ticket_types: types.flatMap(forAnyone),
    next_change_at: nextOf(asked, [event.endsAt, ...saleMoments(types), await firstExpiry(db, [event.id], asked)]),
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
type Shown = Awaited<ReturnType<typeof liveEvents>>[number];

function toRow(
  { event, category }: Shown,
  types: readonly TicketType[],
  pictures: ReadonlyMap<string, Picture>,
): PublicEventRow {
  const { startsAt, endsAt } = event;
  if (!startsAt || !endsAt) throw new Error(`Event ${event.id} is live without its times.`);
  const offered = types.filter(({ sale }) => sale !== "hidden" && sale !== "over");
  const prices = offered.map(({ price }) => price);
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
    cover: received({ ...event, description: null }, pictures).image,
    price_from: prices.length ? Math.min(...prices) : null,
    price_to: prices.length ? Math.max(...prices) : null,
    sold_out: !offered.some(({ left }) => left > 0),
  };
}

/** Converts the description and cover to the shape of an announcement, which citizen apps already render. */
const received = (event: EventRecord, pictures: ReadonlyMap<string, Picture>) =>
  forCitizens(
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

/** Ticket type without the fields for admins; an empty list for a hidden one. */
function forAnyone(type: TicketType): PublicEvent["ticket_types"] {
  const { sale } = type;
  if (sale === "hidden") return [];
  const { id, name, description, price, min_per_order, max_per_order, sales_from, sales_until, left } = type;
  return [{ id, name, description, price, min_per_order, max_per_order, sales_from, sales_until, sale, left }];
}

const saleMoments = (types: readonly TicketType[]) =>
  types.flatMap(({ hidden, sales_from, sales_until }) => (hidden ? [] : [sales_from, sales_until]));

/** Returns when the first unpaid order of these events expires. @param asked ms */
async function firstExpiry(db: Queryable, eventIds: readonly string[], asked: number): Promise<Date | null> {
  if (!eventIds.length) return null;
  const [first] = await db
    .select({ at: min(eventOrders.expiresAt) })
    .from(eventOrders)
    .where(
      and(
        inArray(eventOrders.eventId, [...eventIds]),
        eq(eventOrders.state, "reserved"),
        gt(eventOrders.expiresAt, new Date(asked)),
      ),
    );
  return first?.at ?? null;
}

/** Returns the earliest of the moments after `asked` (ms), or null. */
function nextOf(asked: number, moments: readonly (Date | string | null | undefined)[]): string | null {
  const later = moments.flatMap((moment) => (moment ? [new Date(moment).getTime()] : [])).filter((at) => at > asked);
  return later.length ? new Date(Math.min(...later)).toISOString() : null;
}
