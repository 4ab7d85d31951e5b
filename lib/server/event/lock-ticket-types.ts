import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { TicketType } from "@/lib/contract/event-tickets";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { events, ticketTypes } from "@/lib/server/db/schema/event";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { emitTicketedEventWebhook } from "@/lib/server/webhooks/record-events";
import { ticketTypesOfEvent } from "./read-ticket-types";
import { EVENT_RECORD_TYPE, lockEvent } from "./record";
import { type EventRecord, eventStateOf, type TicketTypeRecord } from "./state";

type LockedTypes = { event: EventRecord; types: TicketTypeRecord[] };

/**
 * Locks an event and its ticket types until the transaction ends, so that no order is placed during the change. Locks the types in the order of their
 * ids, like reservations do.
 * @param current loads the data for a 409 response
 * @throws 404; 409 if the event has ended, is cancelled, or its cancellation is pending
 */
export async function lockTicketTypes(
  tx: Transaction,
  eventId: string,
  current: () => Promise<unknown> = async () => undefined,
): Promise<LockedTypes> {
  const event = await lockEvent(tx, eventId);
  const state = eventStateOf(event);
  if (state === "ended" || state === "cancelled")
    throw refuse.conflict(
      `This event ${state === "ended" ? "has ended" : "was cancelled"}, so its ticket types stay as they are.`,
      await current(),
    );
  await refuseWhileChangeWaits(tx, EVENT_RECORD_TYPE, event.id, current);
  await tx
    .select({ id: ticketTypes.id })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, event.id))
    .orderBy(asc(ticketTypes.id))
    .for("no key update");
  // Queries again after the lock, to include seats sold while this transaction waited.
  const types = await tx
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, event.id))
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  return { event, types };
}

type TicketTypeVersion = { eventId: string; ticketTypeId: string; version: number };

/**
 * Locks an event and its ticket types like `lockTicketTypes`, and also returns one of the types.
 * @throws as `lockTicketTypes`; 404 for a type of another event; 409 with the current type if it has changed
 */
export async function lockTicketType(
  tx: Transaction,
  { eventId, ticketTypeId, version }: TicketTypeVersion,
): Promise<LockedTypes & { type: TicketTypeRecord }> {
  const locked = await lockTicketTypes(tx, eventId, () => findType(tx, eventId, ticketTypeId));
  const type = locked.types.find(({ id }) => id === ticketTypeId);
  if (!type) throw refuse.notFound("ticket type");
  await rejectStaleVersion("ticket type", type, version, () => readTicketType(tx, type));
  return { ...locked, type };
}

const findType = async (tx: Transaction, eventId: string, id: string): Promise<TicketType | undefined> =>
  (await ticketTypesOfEvent(tx, eventId)).types.find((type) => type.id === id);

/** Returns a ticket type that must exist, in the format of the API. */
export async function readTicketType(tx: Transaction, { eventId, id }: Pick<TicketTypeRecord, "eventId" | "id">) {
  const found = await findType(tx, eventId, id);
  if (!found) throw new Error(`Ticket type ${id} vanished.`);
  return found;
}

/**
 * Updates the event's `updated_at` when its ticket types change, because lists sort drafts by it. A live event also gets a new version and
 * emits a change notification, because citizens see its ticket types.
 */
export async function updateEventAfterTypeChange(tx: Transaction, event: EventRecord): Promise<void> {
  if (eventStateOf(event) === "live")
    await emitTicketedEventWebhook(
      tx,
      "event.updated",
      await updateVersionedRecord(tx, events, event.id, { updatedAt: sql`now()` }),
    );
  else await tx.update(events).set({ updatedAt: sql`now()` }).where(eq(events.id, event.id));
}
