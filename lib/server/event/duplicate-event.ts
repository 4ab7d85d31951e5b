import "server-only";
import { asc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { EventDetails } from "@/lib/contract/event";
import { EVENT_TITLE_MAX } from "@/lib/contract/event.values";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { events, ticketTypes } from "@/lib/server/db/schema/event";
import { eventAuditFieldsOf } from "./event-fields";
import { eventRecordRef, lockEvent } from "./record";
import { readEventDetails } from "./single";

/** Creates a draft copy of an event and its ticket types. Omits dates in the past. @throws 404 */
export async function duplicateEvent({ tx, admin, audit }: WriteContext, eventId: string): Promise<EventDetails> {
  const source = await lockEvent(tx, eventId);
  const isOver = source.startsAt !== null && isPastTime(source.startsAt);
  const [created] = await tx
    .insert(events)
    .values({
      id: uuid(),
      title: copyTitle(source.title),
      description: source.description,
      categoryId: source.categoryId,
      venue: source.venue,
      lga: source.lga,
      lat: source.lat,
      lng: source.lng,
      startsAt: isOver ? null : source.startsAt,
      endsAt: isOver || (source.endsAt && isPastTime(source.endsAt)) ? null : source.endsAt,
      coverImageId: source.coverImageId,
      imageIds: source.imageIds,
      organiser: source.organiser,
      capacity: source.capacity,
      createdBy: admin.id,
    })
    .returning();
  if (!created) throw new Error("The copy was not inserted.");
  const copied = await copyTypes(tx, source.id, created.id);
  audit({
    record: eventRecordRef(created),
    after: {
      ...(await eventAuditFieldsOf(tx, created)),
      copy_of: source.title,
      ticket_types: copied.join(", ") || null,
    },
  });
  return readEventDetails(tx, created.id);
}

/** Copies the ticket types of an event to another event. @returns their names */
async function copyTypes(tx: Transaction, from: string, to: string): Promise<string[]> {
  const types = await tx
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, from))
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  if (types.length)
    await tx.insert(ticketTypes).values(
      types.map((type, position) => ({
        id: uuid(),
        eventId: to,
        name: type.name,
        description: type.description,
        price: type.price,
        quantity: type.quantity,
        minPerOrder: type.minPerOrder,
        maxPerOrder: type.maxPerOrder,
        salesFrom: type.salesFrom && isPastTime(type.salesFrom) ? null : type.salesFrom,
        salesUntil: type.salesUntil && isPastTime(type.salesUntil) ? null : type.salesUntil,
        hidden: type.hidden,
        position,
      })),
    );
  return types.map(({ name }) => name);
}

const isPastTime = (moment: Date) => moment.getTime() <= Date.now();

/** Shortens the title by whole code points, so that no character is cut in half. */
function copyTitle(title: string): string {
  const characters = [...`Copy of ${title}`];
  while (characters.join("").length > EVENT_TITLE_MAX) characters.pop();
  return characters.join("");
}
