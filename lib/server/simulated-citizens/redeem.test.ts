import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { makePromotion } from "@/lib/server/testing/promotions";
import { simulatePromotionUse } from "./redeem";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  await makePaymentMethods(app);
  await makeUser(app, { tier: 1 });
  await fundAccount(app.db, IDS.promotions_pool, 10_000_000);
});
afterAll(() => app.stop());

const newestRedemption = async () => {
  const [found] = await app.db
    .select({ redemption: promotionRedemptions, payment: transactions })
    .from(promotionRedemptions)
    .innerJoin(transactions, eq(transactions.id, promotionRedemptions.transactionId))
    .orderBy(desc(promotionRedemptions.id))
    .limit(1);
  return found;
};

describe("simulated citizens use promotions", () => {
  it("simulated citizens use promotions only if one is active for payments in the app", async () => {
    await makePromotion(app, ada, { state: "paused" });
    await makePromotion(app, ada, { types: ["ticket"] });
    expect(await simulatePromotionUse(app.db, -1)).toBe(false);
    expect(await newestRedemption()).toBeUndefined();
  });

  it("simulated citizens use a promotion in a payment by the citizen app's API, with the quoted discount, once per interval", async () => {
    const promotion = await makePromotion(app, ada, { types: ["tax_and_levy"] });
    expect(await simulatePromotionUse(app.db, 60)).toBe(true);
    const redeemed = await newestRedemption();
    expect(redeemed?.redemption).toMatchObject({
      promotionId: promotion.id,
      state: "reserved",
      deviceEnding: expect.any(String),
    });
    expect(redeemed?.payment).toMatchObject({ type: "tax_and_levy", discount: redeemed?.redemption.amount });
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.beginFromApp",
      device: "Citizen app simulated-citizens",
    });
    expect(await simulatePromotionUse(app.db, 60)).toBe(false);
  });

  it("simulated citizens use a promotion with a code if it needs one, in a payment by one of its channels", async () => {
    await app.db.update(promotions).set({ state: "ended", endCause: "admin" }).where(eq(promotions.state, "active"));
    const codePromotion = await makePromotion(app, ada, { codes: ["DEMO-1"], channels: ["ussd"] });
    expect(await simulatePromotionUse(app.db, -1)).toBe(true);
    const redeemed = await newestRedemption();
    expect(redeemed?.redemption).toMatchObject({ promotionId: codePromotion.id, code: "DEMO-1" });
    expect(redeemed?.payment.channel).toBe("ussd");
  });
});
