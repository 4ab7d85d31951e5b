import "server-only";
import { lgaAt } from "@/lib/contract/lga.values";
import { plainTextOf } from "@/lib/contract/rich-text.values";
import { startOfDay } from "@/lib/server/base/time";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { pictureId } from "@/lib/server/db/seed/content-entries/pictures";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { seedId } from "@/lib/server/db/seed/random";
import type { DemoPaymentRows } from "@/lib/server/db/seed/transactions";
import { eventRecordRef } from "@/lib/server/event/record";
import { cancelEvent } from "./cancelled";
import { eventCategoryId } from "./categories";
import {
  addMs,
  earliestDate,
  numberUniqueAcrossEvents,
  type PastEvent,
  type PastTicketType,
  type SalesData,
} from "./model";
import { sellTickets } from "./sales";
import { LIVE_EVENTS } from "./stories-live";
import { DRAFT_AND_CANCELLED_EVENTS } from "./stories-other";
import { PAST_EVENTS } from "./stories-past";
import type { EventStory } from "./story";
import { applyTicketChanges } from "./ticket-changes";
import { createWalletTracker } from "./wallets";

const NAIRA_KOBO = 100;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const EVENT_STORIES: readonly EventStory[] = [...PAST_EVENTS, ...LIVE_EVENTS, ...DRAFT_AND_CANCELLED_EVENTS];

/** Builds the demo events with all sales, and adds their payments and refunds to `payments`. */
export function buildEvents(clock: SeedClock, people: readonly DemoCitizen[], payments: DemoPaymentRows): PastEvent[] {
  const activePeople = people.filter(({ status, tier }) => status === "active" && tier > 0);
  const salesData: SalesData = {
    now: clock.ago(0),
    people: activePeople,
    payments,
    wallets: createWalletTracker(payments.entries),
  };
  return EVENT_STORIES.map((story, index) => {
    const event = eventOf(clock, story, index);
    if (story.live !== undefined) {
      sellTickets(salesData, event);
      applyTicketChanges(salesData, event);
    }
    if (story.cancelled) cancelEvent(salesData, event);
    setCounters(event);
    return event;
  });
}

function eventOf(clock: SeedClock, story: EventStory, index: number): PastEvent {
  const id = seedId("event", index);
  const { when, hours, place, live: liveDays } = story;
  const startsAt = when && eventStartOf(clock, when);
  const endsAt = startsAt && addMs(startsAt, hours * HOUR_MS);
  const liveAt =
    startsAt && liveDays !== undefined ? addMs(earliestDate(startsAt, clock.ago(0)), -liveDays * DAY_MS) : null;
  const createdAt = liveAt
    ? addMs(liveAt, -(3 * DAY_MS + index * 41 * MINUTE_MS))
    : clock.ago((index - 18) * 2 * DAY_MS);
  const cancelledAt = story.cancelled ? addMs(clock.ago(story.cancelled.ago * DAY_MS), 11 * HOUR_MS) : null;
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
    cancelledBy: story.cancelled ? demoAdminId(story.cancelled.approved ? "owner" : "civic") : null,
    createdBy: demoAdminId("civic"),
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
  event.types.push(...ticketTypesOf(event));
  event.actions.push(...creationActions(event));
  return event;
}

/** Returns the start of an event. A start that is given as hours ago is rounded down to a half hour. */
function eventStartOf(clock: SeedClock, when: NonNullable<EventStory["when"]>): Date {
  if ("day" in when) return addMs(startOfDay(clock.day(-when.day)), when.hour * HOUR_MS);
  return new Date(Math.floor(clock.ago(when.since * HOUR_MS).getTime() / HALF_HOUR_MS) * HALF_HOUR_MS);
}

function ticketTypesOf(event: PastEvent): PastTicketType[] {
  const { row, story } = event;
  const daysBefore = (liveDays: number | undefined) =>
    liveDays !== undefined && row.startsAt ? addMs(row.startsAt, -liveDays * DAY_MS) : null;
  return story.types.map((type, position) => ({
    story: type,
    row: {
      id: seedId("ticket type", numberUniqueAcrossEvents(event, position)),
      eventId: row.id,
      name: type.name,
      description: type.text ?? "",
      price: type.price * NAIRA_KOBO,
      quantity: type.quantity,
      minPerOrder: type.perOrder?.[0] ?? 1,
      maxPerOrder: type.perOrder?.[1] ?? 6,
      salesFrom: daysBefore(type.sales?.from),
      salesUntil: daysBefore(type.sales?.until),
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

function setCounters({ row, types, sales }: PastEvent): void {
  for (const { row: type } of types) {
    const tickets = sales.flatMap((sale) => sale.tickets).filter(({ ticketTypeId }) => ticketTypeId === type.id);
    const seatedTickets = tickets.filter(({ state }) => state === "valid" || state === "checked_in");
    type.sold = seatedTickets.length;
    type.revenue = seatedTickets.reduce((sum, { price }) => sum + price, 0);
    const reservedItems = sales.filter(({ order }) => order.state === "reserved").flatMap(({ items }) => items);
    type.held = reservedItems.reduce((sum, item) => sum + (item.type.row === type ? item.quantity : 0), 0);
    row.taken += type.sold + type.held;
  }
}

const MAX_CHARACTERS = 500;

/** Returns the audit rows of the event's creation and going live. */
function creationActions({ row, story }: PastEvent): PastEvent["actions"] {
  const actionBase = { adminId: demoAdminId("civic"), record: eventRecordRef(row) };
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
    description: row.description && plainTextOf(row.description).slice(0, MAX_CHARACTERS),
  };
  const created = { ...actionBase, at: row.createdAt, action: "event.create", before: null, after };
  if (!row.liveAt) return [created];
  const liveValues = { before: { state: "draft" }, after: { state: "live" } };
  return [created, { ...actionBase, at: row.liveAt, action: "event.goLive", ...liveValues }];
}
