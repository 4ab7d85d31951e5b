import { eq } from "drizzle-orm";
import { tickets } from "@/lib/server/db/schema/event";
import { makeUser, type TestApp } from "./app";
import type { makeEvent } from "./events";
import { putMoney } from "./ledger";
import { ordersOf, reportPayment } from "./orders";

type Made = Awaited<ReturnType<typeof makeEvent>>;
type User = Awaited<ReturnType<typeof makeUser>>;
type Purchase = { count?: number; of?: number; by?: "wallet" | "card"; user?: User };

/** Fee of a payment from the wallet (`makeMethods`), in kobo. */
export const WALLET_FEE = 500;

/** Orders tickets of one type through the citizen app's API. @param of index of the type in the event */
export async function orderTickets(app: TestApp, made: Made, { count = 1, of = 0, user }: Purchase = {}) {
  const buyer = user ?? (await makeUser(app));
  const quantities = made.types.map((_, index) => (index === of ? count : 0));
  const placed = await ordersOf(app, made).place(buyer, quantities);
  if (placed.status !== 200) throw new Error(placed.json.message);
  return { id: placed.json.data.id as string, total: placed.json.data.total as number, buyer };
}

/** Orders and pays, by card or from a wallet with the exact amount; free orders need no payment. @returns its tickets too */
export async function buyTickets(app: TestApp, made: Made, { by = "wallet", ...purchase }: Purchase = {}) {
  const order = await orderTickets(app, made, purchase);
  if (order.total > 0) {
    if (by === "wallet") await putMoney(app.db, order.buyer.id, order.total + WALLET_FEE);
    const paid = await ordersOf(app, made).pay(order.buyer, order.id, by);
    if (paid.status !== 200) throw new Error(paid.json.message);
    if (by === "card") await reportPayment(paid.json.data.payment.reference, "succeeded");
  }
  const bought = await app.db.select().from(tickets).where(eq(tickets.orderId, order.id)).orderBy(tickets.id);
  return { ...order, tickets: bought };
}
