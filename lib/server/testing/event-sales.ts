import { eq } from "drizzle-orm";
import { tickets } from "@/lib/server/db/schema/event";
import { makeUser, type TestApp } from "./app";
import type { makeEvent } from "./events";
import { fundAccount } from "./ledger";
import { orderCallsOf, sendSimulatedPaymentReport } from "./orders";

type MadeEvent = Awaited<ReturnType<typeof makeEvent>>;
type TestUser = Awaited<ReturnType<typeof makeUser>>;
type PurchaseOptions = { count?: number; of?: number; by?: "wallet" | "card"; user?: TestUser };

/** Fee of a payment from the wallet (`makePaymentMethods`), in kobo. */
export const WALLET_PAYMENT_FEE = 500;

/** Orders tickets of one type through the citizen app's API. `of`: index of the ticket type in the event. */
export async function orderTickets(
  app: TestApp,
  madeEvent: MadeEvent,
  { count = 1, of = 0, user }: PurchaseOptions = {},
) {
  const buyer = user ?? (await makeUser(app));
  const quantities = madeEvent.types.map((_, index) => (index === of ? count : 0));
  const placedOrder = await orderCallsOf(app, madeEvent).place(buyer, quantities);
  if (placedOrder.status !== 200) throw new Error(placedOrder.json.message);
  return { id: placedOrder.json.data.id as string, total: placedOrder.json.data.total as number, buyer };
}

/**
 * Orders tickets and pays for them by card, or from a wallet that has the exact amount. Free orders need no payment.
 * @returns the order with its tickets
 */
export async function buyTickets(
  app: TestApp,
  madeEvent: MadeEvent,
  { by = "wallet", ...purchase }: PurchaseOptions = {},
) {
  const order = await orderTickets(app, madeEvent, purchase);
  if (order.total > 0) {
    if (by === "wallet") await fundAccount(app.db, order.buyer.id, order.total + WALLET_PAYMENT_FEE);
    const paidOrder = await orderCallsOf(app, madeEvent).pay(order.buyer, order.id, by);
    if (paidOrder.status !== 200) throw new Error(paidOrder.json.message);
    if (by === "card") await sendSimulatedPaymentReport(paidOrder.json.data.payment.reference, "succeeded");
  }
  const boughtTickets = await app.db.select().from(tickets).where(eq(tickets.orderId, order.id)).orderBy(tickets.id);
  return { ...order, tickets: boughtTickets };
}
