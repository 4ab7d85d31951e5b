import "server-only";
import { lgaAt } from "@/lib/contract/lga.values";
import { plainTextOf } from "@/lib/contract/rich-text.values";
import { startOfDay } from "@/lib/server/base/time";
import { adminId } from "@/lib/server/db/seed/admins";
import { type Clock, DAY, HOUR, MINUTE } from "@/lib/server/db/seed/clock";
import { pictureId } from "@/lib/server/db/seed/entries/pictures";
import type { Person } from "@/lib/server/db/seed/people";
import { idOf } from "@/lib/server/db/seed/random";
import type { Payments } from "@/lib/server/db/seed/transactions";
import { eventRecord } from "@/lib/server/event/record";
import { cancel } from "./cancelled";
import { eventCategoryId } from "./categories";
import { live } from "./course";
import { earliest, later, numberIn, type PastEvent, type PastType, type World } from "./model";
import { sell } from "./sales";
import { LIVE } from "./stories-live";
import { OTHERS } from "./stories-other";
import { PAST } from "./stories-past";
import type { EventStory } from "./story";
import { walletsOf } from "./wallets";

const NAIRA = 100;
const HALF_HOUR = 30 * MINUTE;
const STORIES: readonly EventStory[] = [...PAST, ...LIVE, ...OTHERS];

/** Builds the demo events with all sales, and adds their payments and refunds to `payments`. */
export function buildEvents(clock: Clock, people: readonly Person[], payments: Payments): PastEvent[] {
  const able = people.filter(({ status, tier }) => status === "active" && tier > 0);
  const world: World = { now: clock.ago(0), people: able, payments, wallets: walletsOf(payments.entries) };
  return STORIES.map((story, index) => {
    const event = eventOf(clock, story, index);
    if (story.live !== undefined) {
      sell(world, event);
      live(world, event);
    }
    if (story.cancelled) cancel(world, event);
    count(event);
    return event;
  });
}

function eventOf(clock: Clock, story: EventStory, index: number): PastEvent {
  const id = idOf("event", index);
  const { when, hours, place, live: days } = story;
  const startsAt = when && startOf(clock, when);
  const endsAt = startsAt && later(startsAt, hours * HOUR);
  const liveAt = startsAt && days !== undefined ? later(earliest(startsAt, clock.ago(0)), -days * DAY) : null;
  const createdAt = liveAt ? later(liveAt, -(3 * DAY + index * 41 * MINUTE)) : clock.ago((index - 18) * 2 * DAY);
  const cancelledAt = story.cancelled ? later(clock.ago(story.cancelled.ago * DAY), 11 * HOUR) : null;
  const coverImageId = story.cover ? pictureId(story.cover) : null;
  const row: PastEvent["row"] = {
    id,
    title: story.title,
    description: story.about,
    categoryId: story.category && eventCategoryId(story.category),
    venue: story.venue,
    lga: place && lgaAt(...place),
    lat: place?.[0] ?? null,
    lng: place?.[1] ?? null,
    startsAt,
    endsAt,
    coverImageId,
    imageIds: coverImageId ? [coverImageId] : [],
    organiser: story.organiser,
    capacity: story.capacity ?? null,
    state: cancelledAt ? "cancelled" : liveAt ? "live" : "draft",
    taken: 0,
    liveAt,
    cancelledAt,
    cancelReason: story.cancelled?.reason ?? null,
    refundsCheckedIn: false,
    cancelledBy: story.cancelled ? adminId(story.cancelled.approved ? "owner" : "civic") : null,
    createdBy: adminId("civic"),
    createdAt,
    updatedAt: cancelledAt ?? liveAt ?? createdAt,
    version: cancelledAt ? 3 : liveAt ? 2 : 1,
  };
  const event: PastEvent = {
    index,
    story,
    row,
    types: [],
    sales: [],
    scans: [],
    steps: [],
    approvals: [],
    actions: [],
  };
  event.types.push(...typesOf(event));
  event.actions.push(...beginningOf(event));
  return event;
}

/** Returns the start of the event; one given as hours ago is rounded down to a half hour. */
function startOf(clock: Clock, when: NonNullable<EventStory["when"]>): Date {
  if ("day" in when) return later(startOfDay(clock.day(-when.day)), when.hour * HOUR);
  return new Date(Math.floor(clock.ago(when.since * HOUR).getTime() / HALF_HOUR) * HALF_HOUR);
}

function typesOf(event: PastEvent): PastType[] {
  const { row, story } = event;
  const before = (days: number | undefined) =>
    days !== undefined && row.startsAt ? later(row.startsAt, -days * DAY) : null;
  return story.types.map((type, position) => ({
    story: type,
    row: {
      id: idOf("ticket type", numberIn(event, position)),
      eventId: row.id,
      name: type.name,
      description: type.text ?? "",
      price: type.price * NAIRA,
      quantity: type.quantity,
      minPerOrder: type.perOrder?.[0] ?? 1,
      maxPerOrder: type.perOrder?.[1] ?? 6,
      salesFrom: before(type.sales?.from),
      salesUntil: before(type.sales?.until),
      hidden: type.hidden ?? false,
      position,
      sold: 0,
      held: 0,
      revenue: 0,
      createdAt: row.createdAt,
      version: 1,
    },
  }));
}

/** Sets the ticket counters of the event and its ticket types. */
function count({ row, types, sales }: PastEvent): void {
  for (const { row: type } of types) {
    const tickets = sales.flatMap((sale) => sale.tickets).filter(({ ticketTypeId }) => ticketTypeId === type.id);
    const seated = tickets.filter(({ state }) => state === "valid" || state === "checked_in");
    type.sold = seated.length;
    type.revenue = seated.reduce((sum, { price }) => sum + price, 0);
    const waiting = sales.filter(({ order }) => order.state === "reserved").flatMap(({ items }) => items);
    type.held = waiting.reduce((sum, item) => sum + (item.type.row === type ? item.quantity : 0), 0);
    row.taken += type.sold + type.held;
  }
}

const MOST_CHARACTERS = 500;

/** Returns the audit rows of its creation and going live. */
function beginningOf({ row, story }: PastEvent): PastEvent["actions"] {
  const step = { adminId: adminId("civic"), record: eventRecord(row) };
  const after = {
    title: row.title,
    category: story.category,
    venue: row.venue,
    lga: row.lga,
    point: row.lat === null ? null : `${row.lat}, ${row.lng}`,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    organiser: row.organiser,
    capacity: row.capacity,
    cover: row.coverImageId,
    description: row.description && plainTextOf(row.description).slice(0, MOST_CHARACTERS),
  };
  const created = { ...step, at: row.createdAt, action: "event.create", before: null, after };
  if (!row.liveAt) return [created];
  const went = { before: { state: "draft" }, after: { state: "live" } };
  return [created, { ...step, at: row.liveAt, action: "event.goLive", ...went }];
}
