import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { HandlerContext } from "@/lib/server/api/context";
import { requireCitizen } from "@/lib/server/app-api/find-citizen";
import { promotions } from "@/lib/server/db/schema/promotion";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { quotePromotions } from "./quote-promotions";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makePaymentMethods(app);
  await fundAccount(app.db, IDS.promotions_pool, 100_000_000);
});
afterAll(() => app.stop());

/** Inserts active promotions that all apply to the test's payment. */
async function addPromotions(admin: { id: string }, count: number) {
  const promotionValues = (n: number) => ({
    ...({
      id: uuid(),
      name: `Promotion ${n}`,
      trigger: "automatic",
      kind: "percentage",
      basisPoints: 100 + n,
    } as const),
    ...{ usesPerUser: 3, budget: 1_000_000_000, startsAt: new Date(Date.now() - 86_400_000), createdBy: admin.id },
    types: ["bill_payment" as const],
  });
  await app.db.insert(promotions).values(Array.from({ length: count }, (_, n) => promotionValues(n)));
  for (const state of ["scheduled", "active"] as const)
    await app.db.update(promotions).set({ state }).where(sql`state in ('draft', 'scheduled')`);
  await app.db.execute("analyze promotions");
}

it("quotes 500 applicable promotions with as many queries as 5, in less than four times the time", async ({
  annotate,
}) => {
  const admin = await makeAdmin(app);
  const { id: user_id } = await makeUser(app);
  let statements = 0;
  const { $client: client } = app.db;
  const query = client.query.bind(client);
  const countingQuery = (...args: unknown[]) => {
    statements++;
    return Reflect.apply(query, client, args);
  };
  Object.assign(client, { query: countingQuery });
  const context = {
    db: app.db,
    citizen: (id: string) => requireCitizen(app.db, id, { hold: false, name: () => {} }),
  } as unknown as HandlerContext;
  const quote = () => quotePromotions(context, { user_id, type: "bill_payment", method: "ussd", amount: 1_000_000 });
  const measureQuote = async () => {
    for (let n = 0; n < 15; n++) await quote();
    const times: number[] = [];
    statements = 0;
    for (let n = 0; n < 61; n++) {
      const startedAt = performance.now();
      await quote();
      times.push(performance.now() - startedAt);
    }
    return { median: times.sort((a, b) => a - b)[30] ?? 0, statements: statements / 61 };
  };
  await addPromotions(admin, 5);
  const withFew = await measureQuote();
  await addPromotions(admin, 495);
  const withMany = await measureQuote();
  expect((await quote()).offers).toHaveLength(20);
  const note = `${withFew.median.toFixed(2)} ms with 5, ${withMany.median.toFixed(2)} ms with 500, ${withMany.statements} statements`;
  await annotate(note);
  expect(withMany.statements, note).toBe(withFew.statements);
  expect(withMany.statements, note).toBeLessThan(10);
  expect(withMany.median, note).toBeLessThan(4 * withFew.median);
}, 120_000);
