import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { taxPayments } from "@/lib/server/db/schema/revenue-heads";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeRevenueHead } from "@/lib/server/testing/tax-payments";

let app: TestApp;
let user: Awaited<ReturnType<typeof makeUser>>;
const tomorrow = () => addDays(lagosDayOf(new Date()), 1);
beforeAll(async () => {
  app = await startTestApp();
  user = await makeUser(app, { lga: "Obudu" });
  await app.db.insert(paymentMethods).values({
    ...{ id: uuid(), code: "card", name: "Card", channel: "card", provider: "simulated" },
    ...{ minAmount: 10_000, maxAmount: 1_000_000 },
  });
  await makeRevenueHead(app, { code: "12010101", name: "Land Use Charge", ministry: "Ministry of Lands" });
  await makeRevenueHead(app, { code: "12010102", isActive: false });
  await makeRevenueHead(app, { code: "12010103", startsOn: tomorrow() });
  await makeRevenueHead(app, { code: "12010104", bankName: null, accountNumber: null });
});
afterAll(() => app.stop());

const pay = (values: object = {}) =>
  app.callAsApp("POST", "/payments", {
    body: { user_id: user.id, type: "tax_and_levy", method: "card", amount: 50_000, description: "2026", ...values },
  });
const HEAD = { code: "12010101", name: "Land Use Charge", ministry: "Ministry of Lands" };

describe("a tax payment by the citizen app's API", () => {
  it("a tax payment stores its revenue head and the payer's LGA, and app, dashboard and export show the head", async () => {
    const { status, json } = await pay({ revenue_head: " 12010101 " });
    expect([status, json.data.revenue_head]).toEqual([200, HEAD]);
    const { id } = json.data;
    const [stored] = await app.db.select().from(taxPayments).where(eq(taxPayments.transactionId, id));
    expect(stored?.lga).toBe("Obudu");
    const one = await app.callAsApp("GET", `/payments/${id}?user_id=${user.id}`);
    const list = await app.callAsApp("GET", `/users/${user.id}/transactions`);
    expect([one.json.data.revenue_head, list.json.data.items[0].revenue_head]).toEqual([HEAD, HEAD]);
    expect((await app.audit(id))[0]?.after).toMatchObject({ revenue_head: "12010101 Land Use Charge" });
    const { token } = await makeAdmin(app);
    expect((await app.call("GET", `/transactions/${id}`, { token })).json.data.revenue_head).toEqual(HEAD);
    const { json: link } = await app.call("POST", "/transactions/export", {
      ...{ token, headers: { "idempotency-key": uuid() }, body: { format: "csv" } },
    });
    const file = await (await app.call("GET", `/exports/${link.data.token}`, { token })).json.text();
    expect(file).toContain('"12010101","Land Use Charge","Ministry of Lands"');
  });

  it("a tax payment needs no revenue head, and may have one without a bank account", async () => {
    expect((await pay()).json.data.revenue_head).toBeNull();
    expect((await pay({ revenue_head: "12010104" })).json.data.revenue_head.code).toBe("12010104");
  });

  it("a tax payment keeps the revenue head's name of its day when the head is renamed", async () => {
    const { id } = (await pay({ revenue_head: "12010101" })).json.data;
    await makeRevenueHead(app, { code: "12010101", name: "Property Tax", startsOn: tomorrow() });
    const one = await app.callAsApp("GET", `/payments/${id}?user_id=${user.id}`);
    expect(one.json.data.revenue_head.name).toBe("Land Use Charge");
  });

  it.each<[string, object, RegExp]>([
    ["an unknown head", { revenue_head: "12019999" }, /There is no revenue head 12019999/],
    ["an ended head", { revenue_head: "12010102" }, /takes no payments any more/],
    ["a head that begins tomorrow", { revenue_head: "12010103" }, /begins on/],
    [
      "a head for another type",
      { revenue_head: "12010101", type: "bill_payment" },
      /Only a payment of type tax_and_levy/,
    ],
    ["a code with other characters", { revenue_head: "12/01" }, /A code has 2 to 20 digits/],
  ])("a tax payment is rejected with %s", async (_, values, message) => {
    const { status, json } = await pay(values);
    expect([status, json.fields.revenue_head]).toEqual([400, expect.stringMatching(message)]);
  });

  it("the citizen app lists the revenue heads that take payments today", async () => {
    const { json } = await app.callAsApp("GET", "/revenue-heads");
    expect(json.data.items.map(({ code }: { code: string }) => code)).toEqual(["12010101", "12010104"]);
    expect(json.data.items[0]).toEqual(HEAD);
  });
});
