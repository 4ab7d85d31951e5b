import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { eventOrderItems, eventOrders, events, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { createTicketCode, hashOfCode } from "@/lib/server/event/ticket-code";
import { makeUser, type TestApp } from "./app";
import type { makeEvent } from "./events";
import { fundAccount } from "./ledger";
import { orderCallsOf } from "./orders";

let ticketCount = 0;

type MadeEvent = Awaited<ReturnType<typeof makeEvent>>;
type TicketOptions = Partial<typeof tickets.$inferInsert> & { count?: number; of?: number };

/**
 * Creates tickets of one order, paid without a transaction: by default one valid ticket of the event's first ticket type, for a new
 * holder.
 * @param of index of the ticket type in the event
 */
export async function makeTickets(
  app: TestApp,
  { event, types }: MadeEvent,
  { count = 1, of = 0, ...values }: TicketOptions = {},
) {
  const type = types[of];
  if (!type) throw new Error("no ticket type");
  const holderId = values.holderId ?? (await makeUser(app)).id;
  const price = values.price ?? type.price;
  const orderId = uuid();
  await app.db.insert(eventOrders).values({
    id: orderId,
    reference: `ORD-T${++ticketCount}`,
    eventId: event.id,
    userId: holderId,
    state: "paid",
    total: count * price,
    quantity: count,
    expiresAt: new Date(),
    endedAt: new Date(),
  });
  await app.db.insert(eventOrderItems).values({ orderId, ticketTypeId: type.id, quantity: count, price });
  const seatCount = values.state === "refunded" || values.state === "void" ? 0 : count;
  await app.db
    .update(ticketTypes)
    .set({ sold: sql`${ticketTypes.sold} + ${seatCount}`, revenue: sql`${ticketTypes.revenue} + ${seatCount * price}` })
    .where(eq(ticketTypes.id, type.id));
  await app.db
    .update(events)
    .set({ taken: sql`${events.taken} + ${seatCount}` })
    .where(eq(events.id, event.id));
  const rows = Array.from({ length: count }, () => {
    const code = values.code ?? createTicketCode().code;
    const ids = { id: uuid(), reference: `TKT-T${++ticketCount}`, code, codeHash: hashOfCode(code) };
    return { ...ids, eventId: event.id, ticketTypeId: type.id, orderId, price, ...values, holderId };
  });
  return app.db.insert(tickets).values(rows).returning();
}

/** Creates one ticket; see `makeTickets`. */
export async function makeTicket(app: TestApp, of: MadeEvent, options: Omit<TicketOptions, "count"> = {}) {
  const [ticket] = await makeTickets(app, of, options);
  if (!ticket) throw new Error("no ticket");
  return ticket;
}

type Buyer = Awaited<ReturnType<typeof makeUser>>;

/** Funds a citizen's wallet, then orders and pays tickets from it. Quantities are in the order of the ticket types. */
export async function buyTicketsFromWallet(
  app: TestApp,
  made: Awaited<ReturnType<typeof makeEvent>>,
  { quantities = [1], buyer }: { quantities?: number[]; buyer?: Buyer } = {},
) {
  const user = buyer ?? (await makeUser(app));
  const orders = orderCallsOf(app, made);
  const order = (await orders.place(user, quantities)).json.data;
  if (order.state === "reserved") {
    await fundAccount(app.db, user.id, order.total + 500);
    const paidOrder = await orders.pay(user, order.id);
    if (paidOrder.status !== 200) throw new Error(`The order was not paid: ${paidOrder.json.message}`);
  }
  const boughtTickets = await app.db
    .select()
    .from(tickets)
    .where(eq(tickets.orderId, order.id))
    .orderBy(asc(tickets.id));
  const paid = (await orders.read(user, order.id)).json.data;
  return { user, order: paid, tickets: boughtTickets, payment: paid.payment };
}
