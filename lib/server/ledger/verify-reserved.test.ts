import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { promotionRedemptions } from "@/lib/server/db/schema/promotion";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantProgramme } from "@/lib/server/testing/grants";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makePromotion } from "@/lib/server/testing/promotions";
import { verifyLedger } from "./verify";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  await makePaymentMethods(app);
  await fundAccount(app.db, IDS.promotions_pool, 1_000_000);
});
afterAll(() => app.stop());
const readFaults = async () => (await verifyLedger(app.db)).faults;
const changeReserved = (code: string, delta: number) =>
  app.db.execute(sql`update ledger_accounts set reserved = reserved + ${delta} where code = ${code}`);
afterEach(async () => expect(await readFaults()).toEqual([]));

async function payWithPromotion(kind: "percentage" | "cashback") {
  const user = await makeUser(app);
  const promotion = await makePromotion(app, ada, { kind });
  const { status, json } = await app.callAsApp("POST", "/payments", {
    body: {
      ...{ user_id: user.id, type: "bill_payment", method: "ussd", amount: 100_000, description: "PHED" },
      promotion: { promotion_id: promotion.id, benefit: 10_000 },
    },
  });
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
}

describe("check of the reserved amounts", () => {
  it("the ledger check of reserved amounts reports a promotions pool that reserves more or less than open payments need", async () => {
    const payment = await payWithPromotion("percentage");
    expect(await readFaults()).toEqual([]);
    await changeReserved("promotions_pool", -1);
    expect(await readFaults()).toEqual(["Promotions pool keeps 9999 kobo back, while 10000 kobo are promised."]);
    await changeReserved("promotions_pool", 6);
    expect(await readFaults()).toEqual(["Promotions pool keeps 10005 kobo back, while 10000 kobo are promised."]);
    await changeReserved("promotions_pool", -5);
    expect((await sendSimulatedPaymentReport(payment.reference, "succeeded")).status).toBe(200);
    const [redemption] = await app.db
      .select()
      .from(promotionRedemptions)
      .where(eq(promotionRedemptions.transactionId, payment.id));
    expect(redemption?.state).toBe("redeemed");
  });

  it("the ledger check of reserved amounts reports a grants pool that reserves less than open and closed programmes need", async () => {
    await makeGrantProgramme(app, ada, { state: "draft", budget: 70_000 });
    await makeGrantProgramme(app, ada, { state: "closed", budget: 300_000 });
    await makeGrantProgramme(app, ada, { state: "open", budget: 500_000 });
    await changeReserved("grants_pool", -1_000);
    expect(await readFaults()).toEqual(["Grants pool keeps 799000 kobo back, while 800000 kobo are promised."]);
    await changeReserved("grants_pool", 1_000);
  });

  it("the ledger check of reserved amounts finds no fault in a payment with cashback, before and after its refunds", async () => {
    const payment = await payWithPromotion("cashback");
    await sendSimulatedPaymentReport(payment.reference, "succeeded");
    expect(await readFaults()).toEqual([]);
    for (const amount of [30_000, 70_000]) {
      const remaining = amount === 30_000 ? 100_000 : 70_000;
      const refunded = await app.call("POST", `/transactions/${payment.id}/refund`, {
        token: ada.token,
        body: { amount, remaining, reason: "Not delivered" },
        headers: { "idempotency-key": crypto.randomUUID() },
      });
      expect([refunded.status, refunded.json.message]).toEqual([200, "OK"]);
      expect(await readFaults()).toEqual([]);
    }
    const [after] = await app.db.select().from(transactions).where(eq(transactions.id, payment.id));
    expect(after?.state).toBe("refunded");
  });
});
