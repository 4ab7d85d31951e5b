import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { TicketType } from "@/lib/contract/event-tickets";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import type { Transaction } from "@/lib/server/db/client";
import { events, ticketTypes } from "@/lib/server/db/schema/event";
import { refuseChanged } from "@/lib/server/records/version";
import { ticketTypesOfOne } from "./read-ticket-types";
import { EVENT, lockEvent } from "./record";
import { type EventRecord, eventStateOf, type TicketTypeRecord } from "./state";

type Held = { event: EventRecord; types: TicketTypeRecord[] };

/**
 * An event and its ticket types in their order, all held until the transaction ends: nobody orders in the meantime. Types are
 * locked in the order of their ids, as seats are taken.
 * @param current what the caller would see now, for anyone who is refused
 * @throws 404; 409 once the event has ended or was cancelled, or while cancelling it waits for approval
 */
export async function holdTypes(
  tx: Transaction,
  eventId: string,
  current: () => Promise<unknown> = async () => undefined,
): Promise<Held> {
  const event = await lockEvent(tx, eventId);
  const state = eventStateOf(event);
  if (state === "ended" || state === "cancelled")
    throw refuse.conflict(
      `This event ${state === "ended" ? "has ended" : "was cancelled"}, so its ticket types stay as they are.`,
      await current(),
    );
  await refuseWhileAwaiting(tx, EVENT, event.id, current);
  await tx
    .select({ id: ticketTypes.id })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, event.id))
    .orderBy(asc(ticketTypes.id))
    .for("no key update");
  // A statement of its own, after the wait: what was sold in the meantime is in it.
  const types = await tx
    .select()
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, event.id))
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  return { event, types };
}

type One = { eventId: string; ticketTypeId: string; version: number };

/**
 * The same, and one of the types.
 * @throws besides: 404 for a type of another event; 409 with the fresh one when it changed since
 */
export async function holdType(
  tx: Transaction,
  { eventId, ticketTypeId, version }: One,
): Promise<Held & { type: TicketTypeRecord }> {
  const held = await holdTypes(tx, eventId, () => findType(tx, eventId, ticketTypeId));
  const type = held.types.find(({ id }) => id === ticketTypeId);
  if (!type) throw refuse.notFound("ticket type");
  await refuseChanged("ticket type", type, version, () => oneType(tx, type));
  return { ...held, type };
}

const findType = async (tx: Transaction, eventId: string, id: string): Promise<TicketType | undefined> =>
  (await ticketTypesOfOne(tx, eventId)).types.find((type) => type.id === id);

/** As every reader sees it now. */
export async function oneType(tx: Transaction, { eventId, id }: Pick<TicketTypeRecord, "eventId" | "id">) {
  const found = await findType(tx, eventId, id);
  if (!found) throw new Error(`Ticket type ${id} vanished.`);
  return found;
}

/** Notes on the event that what it sells has changed: lists show drafts that were touched last. */
export const touchEvent = (tx: Transaction, eventId: string) =>
  tx.update(events).set({ updatedAt: sql`now()` }).where(eq(events.id, eventId));
