import "server-only";
import { randomInt } from "node:crypto";
import { and, desc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/lib/server/db/client";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { ticketTypesOf } from "@/lib/server/event/read-ticket-types";
import { isInState } from "@/lib/server/event/state";
import { isOwnWallet } from "@/lib/server/transaction/method-for";
import { randomCitizen } from "./anybody";
import { callAppApi } from "./app-api";

/** Maximum number of tickets per order, unless the ticket type has a higher minimum. */
const MAX = 3;
const UNPAID_SHARE = 0.12;
const WALLET_SHARE = 0.4;
/** Kobo that a wallet must have beyond the price of the tickets, for the fee. */
const FEE_ROOM = 100_000;
/** Maximum number of events to choose from. */
const EVENTS = 50;

const placed = z.object({ id: z.string(), state: z.string(), total: z.int() });
type Placed = z.output<typeof placed>;

/**
 * Orders tickets of an event on sale as a simulated citizen and pays, unless an order arrived within these seconds. Some orders
 * stay unpaid, and their seats are released after a while.
 * @returns whether an order was placed
 */
export async function buyNowAndThen(
  db: Database,
  everySeconds: number,
  unpaidShare = UNPAID_SHARE,
  walletShare = WALLET_SHARE,
): Promise<boolean> {
  if (await isRecent(db, everySeconds)) return false;
  const offer = await anyOffer(db);
  const user_id = await randomCitizen(db);
  if (!offer || !user_id) return false;
  const { eventId, type } = offer;
  const quantity = Math.max(type.min_per_order, 1 + randomInt(Math.min(MAX, type.max_per_order, type.left)));
  const path = `/events/${eventId}/orders`;
  const items = [{ ticket_type_id: type.id, quantity }];
  const order = placed.safeParse(await callAppApi("POST", path, { user_id, items })).data;
  if (!order) return false;
  if (order.state === "reserved" && Math.random() >= unpaidShare) {
    const method = await methodFor(db, { user_id, order, walletShare });
    if (method) await callAppApi("POST", `${path}/${order.id}/payment`, { user_id, method });
  }
  return true;
}

/** Checks the order with the highest id, which is the newest: ids begin with a timestamp. */
async function isRecent(db: Database, seconds: number): Promise<boolean> {
  const at = sql<boolean>`${eventOrders.createdAt} > now() - make_interval(secs => ${seconds})`;
  const [last] = await db.select({ isRecent: at }).from(eventOrders).orderBy(desc(eventOrders.id)).limit(1);
  return last?.isRecent ?? false;
}

/** Returns a random ticket type on sale, of any event. */
async function anyOffer(db: Database) {
  const live = await db.select({ id: events.id }).from(events).where(isInState("live")).limit(EVENTS);
  const sales = await ticketTypesOf(
    db,
    live.map(({ id }) => id),
  );
  const offers = [...sales].flatMap(([eventId, { types }]) =>
    types
      .filter(({ sale, left, min_per_order }) => sale === "on_sale" && left >= min_per_order)
      .map((type) => ({ eventId, type })),
  );
  return offers.length ? offers[randomInt(offers.length)] : undefined;
}

/** Returns the wallet if its balance suffices, else a method of the simulated provider; never that of a real provider. */
async function methodFor(
  db: Database,
  { user_id, order: { total }, walletShare }: { user_id: string; order: Placed; walletShare: number },
): Promise<string | null> {
  const methods = await db
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.enabled, true),
        inArray(paymentMethods.provider, ["simulated", "ledger"]),
        lte(paymentMethods.minAmount, total),
        gte(paymentMethods.maxAmount, total),
      ),
    );
  const outside = methods.filter(({ provider }) => provider === "simulated");
  const [wallet] = methods.filter(isOwnWallet);
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, user_id));
  const holds = (account?.balance ?? 0) >= total + FEE_ROOM;
  if (wallet && holds && (!outside.length || Math.random() < walletShare)) return wallet.code;
  return outside.length ? (outside[randomInt(outside.length)]?.code ?? null) : null;
}
