import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import type { eventCalls as contract } from "@/lib/contract/event";
import type { OwnOrder } from "@/lib/contract/event.app";
import { SEAT_RESERVATION_MINUTES } from "@/lib/contract/event.values";
import { MAX_KOBO } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { eventOrderItems, eventOrders, events } from "@/lib/server/db/schema/event";
import { refuseUnlessMaySpend } from "@/lib/server/transaction/refuse-payment";
import { emitOrderWebhooks } from "@/lib/server/webhooks/record-events";
import { expireOrdersOf } from "./expire-orders";
import { issueTickets } from "./issue-tickets";
import { readOrderDetails } from "./order-single";
import {
  loadTicketTypesOfItems,
  refuseIfSoldOut,
  refuseQuantityOutsideLimits,
  refuseUnlessOnSale,
  refuseUnlessSelling,
} from "./place-order-rules";
import { eventRecordRef, lockEvent, orderRecordRef } from "./record";
import { reserveSeats } from "./seats";

type PlaceInput = InputOf<typeof contract.placeOrder>;

/**
 * Reserves seats for at most SEAT_RESERVATION_MINUTES until they are paid. Issues free tickets immediately.
 * @throws 404 for the event or a ticket type; 409 with the violated rule: event not on sale, ended, cancelled or paused; type not on sale;
 * too few or too many tickets; sold out; account may not pay
 */
export async function placeOrder({ tx, citizen, audit }: WriteContext, input: PlaceInput): Promise<OwnOrder> {
  const user = await citizen(input.user_id);
  const [unlockedEvent] = await tx.select().from(events).where(eq(events.id, input.eventId));
  if (!unlockedEvent) throw refuse.notFound("event");
  await refuseUnlessSelling(tx, unlockedEvent);
  const wanted = input.items.map(({ ticket_type_id, quantity }) => ({ ticketTypeId: ticket_type_id, quantity }));
  const { ordered, sold } = await loadTicketTypesOfItems(tx, unlockedEvent.id, wanted);
  for (const { type, quantity } of ordered) {
    refuseUnlessOnSale(type);
    refuseQuantityOutsideLimits(type, quantity);
  }
  refuseIfSoldOut(
    unlockedEvent,
    sold,
    ordered.map(({ type }) => type),
  );
  const total = ordered.reduce((sum, { type, quantity }) => sum + type.price * quantity, 0);
  if (total > MAX_KOBO) throw refuse.conflict("This order costs too much for one payment. Order fewer tickets.");
  if (total > 0) refuseUnlessMaySpend(user, "pay for tickets");
  // Locks the event as late as possible, because all its buyers wait for this lock.
  const event = await lockEvent(tx, unlockedEvent.id);
  await refuseUnlessSelling(tx, event);
  const expired = await expireOrdersOf(tx, event.id);
  await reserveSeats(tx, event.id, wanted);
  const id = uuid();
  const createdAt = new Date();
  const order = {
    id,
    reference: `ORD-${id.slice(-12).toUpperCase()}`,
    eventId: event.id,
    userId: user.id,
    state: total > 0 ? ("reserved" as const) : ("paid" as const),
    total,
    quantity: wanted.reduce((sum, { quantity }) => sum + quantity, 0),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SEAT_RESERVATION_MINUTES * 60_000),
    endedAt: total > 0 ? null : createdAt,
  };
  const items = ordered.map(({ type: { price }, ticketTypeId, quantity }) => ({ ticketTypeId, quantity, price }));
  await tx.insert(eventOrders).values(order);
  await tx.insert(eventOrderItems).values(items.map((item) => ({ ...item, orderId: id })));
  if (order.state === "paid") {
    await issueTickets(tx, order, items);
    await emitOrderWebhooks(tx, [{ ...order, version: 1 }]);
  }
  if (expired) audit({ record: eventRecordRef(event), after: expired });
  audit({
    record: orderRecordRef(order),
    after: {
      state: order.state,
      event: event.title,
      tickets: ordered.map(({ type, quantity }) => `${quantity} × ${type.name}`).join(", "),
      total: formatMoney(total),
    },
  });
  return readOrderDetails(tx, id);
}
