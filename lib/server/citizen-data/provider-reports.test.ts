import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import { paymentCheckouts, providerEvents } from "@/lib/server/db/schema/provider";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { isRowOfCitizen, PERSONAL_TABLES } from "./register/register";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [admin, second] = [await makeAdmin(app), await makeAdmin(app)];
});
afterAll(() => app.stop());

/** Creates a payment that was begun twice, with a processed webhook about each attempt. @returns the webhooks' ids */
async function makeReported(userId: string) {
  const [transactionId, reference] = [randomUUID(), `TRX-${randomUUID()}`];
  await app.db
    .insert(transactions)
    .values({ id: transactionId, reference, userId, amount: 100, type: "bill_payment", channel: "card" });
  await app.db.insert(paymentCheckouts).values([
    { transactionId, reference, attempt: 1 },
    { transactionId, reference: `${reference}-2`, attempt: 2 },
  ]);
  const row = (ofReference: string) => ({
    provider: "paystack" as const,
    eventId: randomUUID(),
    report: {
      ...{ eventId: randomUUID(), reference: ofReference, state: "succeeded" as const, message: "Approved" },
      ...{ providerReference: null, raw: { gateway_response: "Paid by Zaphkiel" } },
    },
    ...{ address: "", device: "", processedAt: new Date(), outcome: "taken" },
  });
  const stored = await app.db
    .insert(providerEvents)
    .values([row(reference), row(`${reference}-2`)])
    .returning();
  return stored.map(({ id }) => id);
}

it("a copy of a citizen's data contains the webhooks about every attempt of their payments, and no one else's", async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)];
  const ids = await makeReported(user.id);
  await makeReported(other.id);
  const table = PERSONAL_TABLES.find(({ table: name }) => name === "provider_events");
  if (!table) throw new Error("provider_events is not registered.");
  const found = await app.db.execute<{ id: string }>(
    sql`select id from provider_events where ${isRowOfCitizen(table, user.id)} order by id`,
  );
  expect(found.rows.map(({ id }) => Number(id))).toEqual(ids);
});

it("an erasure includes the webhooks about every attempt of a payment", async () => {
  const [user, other] = [await makeUser(app), await makeUser(app)];
  const [first, repeated] = await makeReported(user.id);
  const [othersReport] = await makeReported(other.id);
  const erasureId = randomUUID();
  const reports = await app.db
    .transaction(async (tx) => {
      // The database requires the erasure's approved request only at the commit, and this transaction is rolled back.
      const erasure = { id: erasureId, userId: user.id, requestedBy: admin.id, approvedBy: second.id };
      await tx.insert(citizenErasures).values({ ...erasure, erased: { payments: 1 }, kept: [] });
      await tx.execute(sql`select erase_personal_rows(${erasureId}::uuid, 'payments', ''::bytea)`);
      const reportOf = async (id?: number) =>
        (
          await tx
            .select()
            .from(providerEvents)
            .where(eq(providerEvents.id, id ?? 0))
        )[0]?.report;
      throw [await reportOf(first), await reportOf(repeated), await reportOf(othersReport)];
    })
    .catch((thrown: unknown) => thrown as unknown[]);
  expect(reports).toEqual([{}, {}, expect.objectContaining({ raw: { gateway_response: "Paid by Zaphkiel" } })]);
});
