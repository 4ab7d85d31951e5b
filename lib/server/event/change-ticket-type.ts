import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { TICKET_TYPES_MAX } from "@/lib/contract/event.values";
import type { TicketType } from "@/lib/contract/event-tickets";
import { formatCount, formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ticketTypes } from "@/lib/server/db/schema/event";

import { reorderRows } from "@/lib/server/lists/reorder";
import { nameTakenConflict, refuseNameTaken, updateVersionedRecord } from "@/lib/server/records/version";
import { fieldRefusal } from "./event-fields";
import { lockTicketType, lockTicketTypes, readTicketType, updateEventAfterTypeChange } from "./lock-ticket-types";
import { ticketTypesOfEvent } from "./read-ticket-types";
import { eventRecordRef } from "./record";
import { type EventRecord, eventStateOf, saleStateOf, type TicketTypeRecord } from "./state";

type TicketTypeFields = Pick<
  TicketType,
  | "name"
  | "description"
  | "price"
  | "quantity"
  | "min_per_order"
  | "max_per_order"
  | "sales_from"
  | "sales_until"
  | "hidden"
>;
type TicketTypeVersion = { eventId: string; ticketTypeId: string; version: number };

const ticketTypeColumns = (input: TicketTypeFields) => ({
  name: input.name.trim(),
  description: input.description,
  price: input.price,
  quantity: input.quantity,
  minPerOrder: input.min_per_order,
  maxPerOrder: input.max_per_order,
  salesFrom: input.sales_from === null ? null : new Date(input.sales_from),
  salesUntil: input.sales_until === null ? null : new Date(input.sales_until),
  hidden: input.hidden,
});

/** Returns the form fields of a ticket type under the names used in the event's audit trail. */
const auditFieldsOf = (type: TicketTypeRecord) => ({
  description: type.description,
  price: formatMoney(type.price),
  quantity: type.quantity,
  min_per_order: type.minPerOrder,
  max_per_order: type.maxPerOrder,
  sales_from: type.salesFrom?.toISOString() ?? null,
  sales_until: type.salesUntil?.toISOString() ?? null,
  hidden: type.hidden,
});

/**
 * Adds a ticket type at the end of the event's list.
 * @throws 404; 400 for sales times after the event's end; 409 if the event is over, the name is taken, or the event has 30 types
 */
export async function createTicketType({ tx, audit }: WriteContext, input: TicketTypeFields & { eventId: string }) {
  const { event, types } = await lockTicketTypes(tx, input.eventId);
  if (types.length >= TICKET_TYPES_MAX)
    throw refuse.conflict(
      `An event has at most ${TICKET_TYPES_MAX} ticket types. Change one that nobody ordered instead.`,
    );
  refuseSalesAfterEnd(event, input);
  const position = Math.max(-1, ...types.map((type) => type.position)) + 1;
  const [created] = await tx
    .insert(ticketTypes)
    .values({ id: uuid(), eventId: event.id, ...ticketTypeColumns(input), position })
    .onConflictDoNothing()
    .returning();
  if (!created) throw nameTakenConflict("ticket type", input.name.trim());
  await updateEventAfterTypeChange(tx, event);
  audit({ record: eventRecordRef(event), after: { ticket_type: created.name, ...auditFieldsOf(created) } });
  return readTicketType(tx, created);
}

/**
 * Changes a ticket type. Sold tickets keep their price.
 * @throws 404; 400 for sales times after the event's end, or fewer tickets than are sold or reserved; 409 with the current type if it has
 * changed; 409 if the event is over, the name is taken, or a live event would have no type on sale
 */
export async function updateTicketType({ tx, audit }: WriteContext, input: TicketTypeFields & TicketTypeVersion) {
  const { event, types, type } = await lockTicketType(tx, input);
  const values = ticketTypeColumns(input);
  refuseSalesAfterEnd(event, input);
  refuseBelowSold(type, input.quantity);
  await refuseLastOnSale(tx, event, types, type, { ...type, ...values });
  await refuseNameTaken(tx, ticketTypes, "ticket type", {
    id: type.id,
    name: values.name,
    among: eq(ticketTypes.eventId, type.eventId),
  });
  const after = await updateVersionedRecord(tx, ticketTypes, type.id, values);
  await updateEventAfterTypeChange(tx, event);
  // Omits an unchanged name from `before`: the audit trail drops values that are equal in `before` and `after`, but must keep the name.
  const nameBefore = after.name === type.name ? {} : { ticket_type: type.name };
  audit({
    record: eventRecordRef(event),
    before: { ...nameBefore, ...auditFieldsOf(type) },
    after: { ticket_type: after.name, ...auditFieldsOf(after) },
  });
  return readTicketType(tx, after);
}

/** Saves the order of an event's ticket types. @throws 404; 409 with the current list if types were added or deleted since */
export async function saveTicketTypeOrder(
  { tx, audit }: WriteContext,
  { eventId, ids }: { eventId: string; ids: string[] },
) {
  const currentTypes = async () => (await ticketTypesOfEvent(tx, eventId)).types;
  const { event, types } = await lockTicketTypes(tx, eventId, currentTypes);
  const order = await reorderRows(tx, ticketTypes, ids, { nouns: "ticket types", all: types, current: currentTypes });
  await updateEventAfterTypeChange(tx, event);
  audit({
    record: eventRecordRef(event),
    before: { ticket_types: order.before },
    after: { ticket_types: order.after },
  });
  return currentTypes();
}

/**
 * Deletes a ticket type that was never ordered.
 * @throws 404; 409 with the current type if it has changed, was ordered, or is the last one on sale of a live event; 409 if the event is
 * over
 */
export async function deleteTicketType({ tx, audit }: WriteContext, input: TicketTypeVersion) {
  const { event, types, type } = await lockTicketType(tx, input);
  const latest = await readTicketType(tx, type);
  if (latest.is_used)
    throw refuse.conflict(
      `There are orders of ${type.name}, so it can't be deleted. Hide it instead: then nobody can order more.`,
      latest,
    );
  await refuseLastOnSale(tx, event, types, type, null);
  await tx.delete(ticketTypes).where(eq(ticketTypes.id, type.id));
  await updateEventAfterTypeChange(tx, event);
  audit({ record: eventRecordRef(event), before: { ticket_type: type.name, ...auditFieldsOf(type) } });
  return { id: type.id };
}

/** @throws 400 if ticket sales would start or end after the end of the event */
function refuseSalesAfterEnd({ endsAt }: EventRecord, { sales_from, sales_until }: TicketTypeFields): void {
  if (!endsAt) return;
  const end = endsAt.getTime();
  if (sales_from && Date.parse(sales_from) >= end)
    throw fieldRefusal("sales_from", "Sales have to start before the event ends.");
  if (sales_until && Date.parse(sales_until) > end)
    throw fieldRefusal("sales_until", "Sales can't go on after the event has ended. Choose an earlier time, or none.");
}

/** @throws 400 if the new quantity is lower than the number of sold and reserved seats */
function refuseBelowSold({ sold, held }: TicketTypeRecord, quantity: number): void {
  const soldOrHeld = sold + held;
  if (quantity >= soldOrHeld) return;
  const seats = formatCount(soldOrHeld);
  throw fieldRefusal("quantity", `${seats} tickets are sold or reserved for unpaid orders. Enter at least ${seats}.`);
}

const isTypeOffered = (type: TicketTypeRecord) => !["hidden", "over"].includes(saleStateOf(type, 1));

/** @throws 409 with the current type if a live event would have no ticket type on sale any more */
async function refuseLastOnSale(
  tx: Transaction,
  event: EventRecord,
  types: readonly TicketTypeRecord[],
  before: TicketTypeRecord,
  after: TicketTypeRecord | null,
): Promise<void> {
  if (eventStateOf(event) !== "live" || !isTypeOffered(before) || (after && isTypeOffered(after))) return;
  if (types.some((each) => each.id !== before.id && isTypeOffered(each))) return;
  throw refuse.conflict(
    `${before.name} is the last ticket type that citizens can buy. Add another one first, or cancel the event.`,
    await readTicketType(tx, before),
  );
}
