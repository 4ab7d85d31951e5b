import "server-only";
import { randomInt } from "node:crypto";
import { and, desc, eq, gt, gte, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { APP_PAYMENT_TYPES } from "@/lib/contract/transaction.values";
import type { Database } from "@/lib/server/db/client";
import { promotionCodes, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { promotionStateIs } from "@/lib/server/promotion/state";
import { callAppApi } from "./app-api";
import { randomCitizen } from "./random-citizen";
import { chooseRevenueHead } from "./revenue-head";

const NAIRA_KOBO = 100;
/** Maximum number of promotions to choose from. */
const MAX_PROMOTIONS = 50;
const DESCRIPTIONS: Record<(typeof APP_PAYMENT_TYPES)[number], string> = {
  wallet_funding: "Wallet funding",
  bill_payment: "Electricity, PHED prepaid meter",
  tax_and_levy: "Market stall levy",
};

const quoteSchema = z.object({ best: z.object({ promotion_id: z.string(), benefit: z.int() }).nullable() });

/**
 * Requests quotes of promotions for a payment as a simulated citizen, and pays with the best one, unless the last use is newer than
 * this many seconds.
 * @returns true if such a payment was begun
 */
export async function simulatePromotionUse(db: Database, everySeconds: number): Promise<boolean> {
  if (await hasRecentRedemption(db, everySeconds)) return false;
  const wanted = await randomPromotion(db);
  const user_id = await randomCitizen(db);
  if (!wanted || !user_id) return false;
  const amount = Math.max(wanted.minimum, (5 + randomInt(100)) * 100 * NAIRA_KOBO);
  const method = await pickMethod(db, { amount, channels: wanted.channels });
  if (!method) return false;
  const payment = { user_id, type: wanted.type, method, amount };
  const { code } = wanted;
  const answer = quoteSchema.safeParse(await callAppApi("POST", "/promotions/quote", { ...payment, code }));
  const bestOffer = answer.data?.best;
  if (!bestOffer) return false;
  const promotion = { ...bestOffer, ...(bestOffer.promotion_id === wanted.id && { code }) };
  const head = wanted.type === "tax_and_levy" ? await chooseRevenueHead() : null;
  const purpose = head
    ? { description: head.name, revenue_head: head.code }
    : { description: DESCRIPTIONS[wanted.type] };
  const pays = { ...payment, ...purpose, promotion, device_id: `phone-of-${user_id}` };
  return (await callAppApi("POST", "/payments", pays)) !== null;
}

async function hasRecentRedemption(db: Database, seconds: number): Promise<boolean> {
  const recent = gt(promotionRedemptions.createdAt, sql`now() - make_interval(secs => ${seconds})`);
  return (
    (await db.select({ id: promotionRedemptions.id }).from(promotionRedemptions).where(recent).limit(1)).length > 0
  );
}

/** Returns a random active promotion for payments in the app, with one of the payment types it is for, and a code if it needs one. */
async function randomPromotion(db: Database) {
  const activePromotions = await db
    .select({
      id: promotions.id,
      types: promotions.types,
      channels: promotions.channels,
      minimum: promotions.minimum,
      trigger: promotions.trigger,
    })
    .from(promotions)
    .where(promotionStateIs(["active"]))
    .orderBy(desc(promotions.updatedAt), desc(promotions.id))
    .limit(MAX_PROMOTIONS);
  const usable = activePromotions.flatMap(({ types, ...promotion }) =>
    APP_PAYMENT_TYPES.filter((type) => types.includes(type)).map((type) => ({ ...promotion, type })),
  );
  const chosen = usable.length ? usable[randomInt(usable.length)] : undefined;
  if (!chosen) return undefined;
  return { ...chosen, code: chosen.trigger === "code" ? await leastUsedCode(db, chosen.id) : undefined };
}

async function leastUsedCode(db: Database, promotionId: string): Promise<string | undefined> {
  const [codeRow] = await db
    .select({ code: promotionCodes.code })
    .from(promotionCodes)
    .where(eq(promotionCodes.promotionId, promotionId))
    .orderBy(promotionCodes.uses, promotionCodes.code)
    .limit(1);
  return codeRow?.code;
}

type Channels = (typeof promotions.$inferSelect)["channels"];

/** Returns a payment method of the simulated provider, never of a real one. */
async function pickMethod(
  db: Database,
  { amount, channels }: { amount: number; channels: Channels },
): Promise<string | null> {
  const [method] = await db
    .select({ code: paymentMethods.code })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.enabled, true),
        eq(paymentMethods.provider, "simulated"),
        lte(paymentMethods.minAmount, amount),
        gte(paymentMethods.maxAmount, amount),
        channels.length ? inArray(paymentMethods.channel, channels) : undefined,
      ),
    )
    .orderBy(sql`random()`)
    .limit(1);
  return method?.code ?? null;
}
