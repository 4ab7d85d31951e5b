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
import { anybody } from "./anybody";
import { throughTheDoor } from "./door";

/** Tickets that one of them buys at most, unless the type is sold in more only. */
const MOST = 3;
const UNPAID_SHARE = 0.12;
const WALLET_SHARE = 0.4;
/** Kobo that a wallet has to hold beyond what the tickets cost, for the fee. */
const FEE_ROOM = 100_000;
/** Events that they choose from. */
const EVENTS = 50;

const placed = z.object({ id: z.string(), state: z.string(), total: z.int() });
type Placed = z.output<typeof placed>;

/**
 * A simulated citizen orders tickets of an event that is on sale and pays for them, unless somebody ordered within these
 * seconds. Now and then they do not pay, and the seats are free again after a while.
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
  const user_id = await anybody(db);
  if (!offer || !user_id) return false;
  const { eventId, type } = offer;
  const quantity = Math.max(type.min_per_order, 1 + randomInt(Math.min(MOST, type.max_per_order, type.left)));
  const path = `/events/${eventId}/orders`;
  const items = [{ ticket_type_id: type.id, quantity }];
  const order = placed.safeParse(await throughTheDoor("POST", path, { user_id, items })).data;
  if (!order) return false;
  if (order.state === "reserved" && Math.random() >= unpaidShare) {
    const method = await methodFor(db, { user_id, order, walletShare });
    if (method) await throughTheDoor("POST", `${path}/${order.id}/payment`, { user_id, method });
  }
  return true;
}

/** The last one is the one with the greatest id: ids begin with the time at which they were made. */
async function isRecent(db: Database, seconds: number): Promise<boolean> {
  const at = sql<boolean>`${eventOrders.createdAt} > now() - make_interval(secs => ${seconds})`;
  const [last] = await db.select({ isRecent: at }).from(eventOrders).orderBy(desc(eventOrders.id)).limit(1);
  return last?.isRecent ?? false;
}

/** Any ticket type that can be bought now, of any event. */
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

/** The wallet where it holds enough, else a method of the simulated provider: a real one is never asked. */
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
