import "server-only";
import { randomInt } from "node:crypto";
import { and, desc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/lib/server/db/client";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { ticketTypesOf } from "@/lib/server/event/read-ticket-types";
import { isEventInState } from "@/lib/server/event/state";
import { isOwnWalletMethod } from "@/lib/server/transaction/require-method";
import { callAppApi } from "./app-api";
import { randomCitizen } from "./random-citizen";

/** Maximum number of tickets per order, unless the ticket type has a higher minimum. */
const MAX_TICKETS = 3;
const UNPAID_SHARE = 0.12;
const WALLET_SHARE = 0.4;
/** Kobo that a wallet must have in addition to the price of the tickets, for the fee. */
const FEE_RESERVE = 100_000;
/** Maximum number of events to choose from. */
const MAX_EVENTS = 50;

const orderSchema = z.object({ id: z.string(), state: z.string(), total: z.int() });
type PlacedOrder = z.output<typeof orderSchema>;

/**
 * Orders tickets as a simulated citizen and pays for them, unless the last order is newer than this many seconds. Some orders stay
 * unpaid, and their seats are released later.
 * @returns true if an order was placed
 */
export async function simulateTicketOrder(
  db: Database,
  everySeconds: number,
  unpaidShare = UNPAID_SHARE,
  walletShare = WALLET_SHARE,
): Promise<boolean> {
  if (await hasRecentOrder(db, everySeconds)) return false;
  const offer = await randomOffer(db);
  const user_id = await randomCitizen(db);
  if (!offer || !user_id) return false;
  const { eventId, type } = offer;
  const quantity = Math.max(type.min_per_order, 1 + randomInt(Math.min(MAX_TICKETS, type.max_per_order, type.left)));
  const path = `/events/${eventId}/orders`;
  const items = [{ ticket_type_id: type.id, quantity }];
  const order = orderSchema.safeParse(await callAppApi("POST", path, { user_id, items })).data;
  if (!order) return false;
  if (order.state === "reserved" && Math.random() >= unpaidShare) {
    const method = await pickMethod(db, { user_id, order, walletShare });
    if (method) await callAppApi("POST", `${path}/${order.id}/payment`, { user_id, method });
  }
  return true;
}

/** Checks the order with the highest id, which is the newest: ids begin with a timestamp. */
async function hasRecentOrder(db: Database, seconds: number): Promise<boolean> {
  const at = sql<boolean>`${eventOrders.createdAt} > now() - make_interval(secs => ${seconds})`;
  const [last] = await db.select({ isRecent: at }).from(eventOrders).orderBy(desc(eventOrders.id)).limit(1);
  return last?.isRecent ?? false;
}

/** Returns a random ticket type on sale, of any event. */
async function randomOffer(db: Database) {
  const liveEvents = await db.select({ id: events.id }).from(events).where(isEventInState("live")).limit(MAX_EVENTS);
  const salesByEvent = await ticketTypesOf(
    db,
    liveEvents.map(({ id }) => id),
  );
  const offers = [...salesByEvent].flatMap(([eventId, { types }]) =>
    types
      .filter(({ sale, left, min_per_order }) => sale === "on_sale" && left >= min_per_order)
      .map((type) => ({ eventId, type })),
  );
  return offers.length ? offers[randomInt(offers.length)] : undefined;
}

/** Returns the wallet if its balance suffices, otherwise a method of the simulated provider, never a real one. */
async function pickMethod(
  db: Database,
  { user_id, order: { total }, walletShare }: { user_id: string; order: PlacedOrder; walletShare: number },
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
  const externalMethods = methods.filter(({ provider }) => provider === "simulated");
  const [wallet] = methods.filter(isOwnWalletMethod);
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, user_id));
  const canPayFromWallet = (account?.balance ?? 0) >= total + FEE_RESERVE;
  if (wallet && canPayFromWallet && (!externalMethods.length || Math.random() < walletShare)) return wallet.code;
  return externalMethods.length ? (externalMethods[randomInt(externalMethods.length)]?.code ?? null) : null;
}
