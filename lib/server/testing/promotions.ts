import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { PromotionState } from "@/lib/contract/promotion.values";
import { promotionCodes, promotionGroups, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeUser, type TestApp } from "./app";

type PromotionValues = Partial<typeof promotions.$inferInsert> & { codes?: string[]; groups?: string[] };

/** State transitions that lead to each state by the database's rules. */
const STATE_PATHS: Record<PromotionState, PromotionState[]> = {
  draft: [],
  scheduled: ["scheduled"],
  active: ["scheduled", "active"],
  paused: ["scheduled", "active", "paused"],
  ended: ["scheduled", "active", "ended"],
  archived: ["scheduled", "active", "ended", "archived"],
};

/** Creates a promotion in this state: by default an automatic 10% off bills, active since yesterday, with a budget of ₦10,000. */
export async function makePromotion(
  app: TestApp,
  admin: { id: string },
  { state = "active", codes = [], groups = [], ...values }: PromotionValues,
) {
  const id = uuid();
  const kind = values.kind ?? "percentage";
  await app.db.insert(promotions).values({
    id,
    name: "Ten percent off bills",
    trigger: codes.length ? "code" : "automatic",
    kind,
    basisPoints: kind === "flat" ? null : 1_000,
    flatAmount: kind === "flat" ? 50_000 : null,
    types: ["bill_payment"],
    budget: 1_000_000,
    startsAt: new Date(Date.now() - 86_400_000),
    createdBy: admin.id,
    ...values,
  });
  if (codes.length) await app.db.insert(promotionCodes).values(codes.map((code) => ({ code, promotionId: id })));
  if (groups.length)
    await app.db.insert(promotionGroups).values(groups.map((groupId) => ({ groupId, promotionId: id })));
  for (const next of STATE_PATHS[state])
    await app.db
      .update(promotions)
      .set({
        state: next,
        pauseCause: next === "paused" ? "admin" : null,
        endCause: next === "ended" || next === "archived" ? "admin" : null,
      })
      .where(eq(promotions.id, id));
  return readPromotion(app, id);
}

/** Reads a promotion's row from the database. */
export async function readPromotion(app: TestApp, id: string) {
  const [promotion] = await app.db.select().from(promotions).where(eq(promotions.id, id));
  if (!promotion) throw new Error("no promotion");
  return promotion;
}

type RedemptionValues = Partial<typeof promotionRedemptions.$inferInsert> & { payment?: number };

const PAYMENT_STATE_OF_USE = {
  reserved: "processing",
  redeemed: "succeeded",
  released: "failed",
  returned: "refunded",
} as const;

/**
 * Creates a use of a promotion and its payment, by default of a new user, and updates the promotion's counters. Makes no ledger posting.
 * `payment`: kobo of the payment, by default ten times the benefit.
 */
export async function makeRedemption(
  app: TestApp,
  promotion: Pick<typeof promotions.$inferSelect, "id" | "kind" | "types">,
  { state = "redeemed", amount = 1_000, payment = amount * 10, ...values }: RedemptionValues,
) {
  const userId = values.userId ?? (await makeUser(app)).id;
  const createdAt = values.createdAt ?? new Date();
  const returnedAmount = state === "returned" ? amount : (values.returned ?? 0);
  const transactionId = uuid();
  const type = promotion.types[0] ?? "bill_payment";
  await app.db.insert(transactions).values({
    id: transactionId,
    reference: `TRX-${transactionId.slice(-12).toUpperCase()}`,
    userId,
    type,
    channel: "ussd",
    amount: payment,
    ...(promotion.kind === "cashback" ? { cashback: amount } : { discount: amount }),
    state: PAYMENT_STATE_OF_USE[state],
    refundedAmount: state === "returned" ? payment : 0,
    createdAt,
    completedAt: state === "reserved" ? null : createdAt,
  });
  const id = uuid();
  const redemptionFields = { promotionId: promotion.id, kind: promotion.kind, transactionId };
  const [created] = await app.db
    .insert(promotionRedemptions)
    .values({ ...values, ...redemptionFields, id, userId, state, amount, returned: returnedAmount, createdAt })
    .returning();
  if (!created) throw new Error("no redemption");
  const counts = {
    reserved: { reserved: sql`${promotions.reserved} + ${amount}`, reservedUses: sql`${promotions.reservedUses} + 1` },
    redeemed: { spent: sql`${promotions.spent} + ${amount - returnedAmount}`, uses: sql`${promotions.uses} + 1` },
    released: null,
    returned: null,
  }[state];
  if (counts) await app.db.update(promotions).set(counts).where(eq(promotions.id, promotion.id));
  return created;
}
