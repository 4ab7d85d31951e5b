import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnPayment } from "@/lib/contract/transaction.app";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";

const FEE_KOBO = 500;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

type Person = Awaited<ReturnType<typeof makeUser>>;
const fetchWallet = (user: Person, path: string) => app.callAsApp("GET", `/users/${user.id}/${path}`);
const transfer = (from: Person, to: Person, amount: number) =>
  app.callAsApp("POST", "/transfers", { body: { user_id: from.id, to_user_id: to.id, amount } });

describe("wallet", () => {
  it("a wallet shows the balance, the available amount, and the tier's limits with used and remaining parts", async () => {
    const user = await makeUser(app, { tier: 2 });
    await fundAccount(app.db, user.id, 100_000);
    await transfer(user, await makeUser(app), 20_000);
    const { status, json } = await fetchWallet(user, "wallet");
    expect([status, json.data]).toEqual([
      200,
      {
        balance: 79_500,
        available: 79_500,
        limits: { daily_debit: 20_000_000, balance: 50_000_000 },
        used: { daily_debit: 20_500, balance: 79_500 },
        left: { daily_debit: 19_979_500, balance: 49_920_500 },
      },
    ]);
  });

  it("a wallet returns 404 for an unknown user, 409 for a closed account and 401 without the app's key", async () => {
    expect((await app.callAsApp("GET", `/users/${uuid()}/wallet`)).status).toBe(404);
    for (const path of ["wallet", "transactions", "statement?from=2026-01-01&to=2026-01-02"])
      expect((await fetchWallet(await makeUser(app, { status: "closed" }), path)).status).toBe(409);
    const user = await makeUser(app);
    expect((await app.call("GET", `/app/users/${user.id}/wallet`)).status).toBe(401);
  });
});

describe("citizen's transactions", () => {
  it("a citizen's transactions are paged newest first, each once; incoming transfers are included unless they failed", async () => {
    const [user, other] = [await makeUser(app), await makeUser(app, { firstName: "Bella", lastName: "Duke" })];
    for (const person of [user, other]) await fundAccount(app.db, person.id, 1_000_000);
    const sentIds: string[] = [];
    for (let n = 0; n < 7; n++) {
      const [from, to] = n % 2 ? [user, other] : [other, user];
      sentIds.unshift((await transfer(from, to, 10_000 + n)).json.data.id);
    }
    const failedTransfer = { userId: other.id, counterpartyId: user.id, type: "transfer", channel: "wallet" } as const;
    await app.db
      .insert(transactions)
      .values({ ...failedTransfer, id: uuid(), reference: "TRX-FAILED", amount: 5, state: "failed" });
    const paymentsSeen: OwnPayment[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null && page < 9; page++) {
      const { json } = await fetchWallet(user, `transactions?size=3${cursor && `&cursor=${cursor}`}`);
      paymentsSeen.push(...json.data.items);
      cursor = json.data.next_cursor;
    }
    expect(paymentsSeen.map(({ id }) => id)).toEqual(sentIds);
    expect(paymentsSeen.slice(0, 2)).toMatchObject([
      { direction: "in", counterparty: "Bella D***", fee: 0, amount: 10_006 },
      { direction: "out", counterparty: "Bella D***", fee: FEE_KOBO, amount: 10_005 },
    ]);
  });

  it("a citizen's transactions refuse an invalid cursor, another citizen's cursor, and a size out of range", async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    await fundAccount(app.db, other.id, 100_000);
    const { id } = (await transfer(other, await makeUser(app), 10_000)).json.data;
    for (const cursor of ["x", uuid(), id])
      expect((await fetchWallet(user, `transactions?cursor=${cursor}`)).json.fields.cursor).toContain("next_cursor");
    for (const size of [0, 101, "many"])
      expect((await fetchWallet(user, `transactions?size=${size}`)).status).toBe(400);
    expect((await fetchWallet(user, "transactions")).json.data).toEqual({ items: [], next_cursor: null });
  });
});

describe("statement", () => {
  const today = lagosDayOf(new Date());

  it("a wallet statement shows the balance after each posting, and totals over all pages", async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    await fundAccount(app.db, user.id, 200_000);
    for (let n = 0; n < 4; n++) await transfer(user, other, 10_000);
    // Uses three Lagos days, so that midnight during the test does not matter.
    const days = `from=${addDays(today, -1)}&to=${addDays(today, 1)}`;
    const first = (await fetchWallet(user, `statement?${days}&size=3`)).json.data;
    const second = (await fetchWallet(user, `statement?${days}&size=3&cursor=${first.next_cursor}`)).json.data;
    const sums = { opening: 0, in: 200_000, out: 42_000, closing: 158_000 };
    expect([first, second]).toMatchObject([sums, { ...sums, next_cursor: null }]);
    const items = [...first.items, ...second.items];
    expect(items.map(({ amount }: { amount: number }) => amount)).toEqual([200_000, ...Array(4).fill(-10_500)]);
    expect(items.at(-1).balance_after).toBe(158_000);
  });

  it("a wallet statement shows the balance of an earlier or later day", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 70_000);
    const firstDay = addDays(today, -9);
    const lastDay = addDays(today, 9);
    expect((await fetchWallet(user, `statement?from=${firstDay}&to=${firstDay}`)).json.data).toMatchObject({
      ...{ opening: 0, closing: 0, in: 0, out: 0, items: [], next_cursor: null },
    });
    expect((await fetchWallet(user, `statement?from=${lastDay}&to=${lastDay}`)).json.data).toMatchObject({
      ...{ opening: 70_000, closing: 70_000, items: [] },
    });
  });

  it("a wallet statement refuses reversed days, missing days and an invalid cursor", async () => {
    const user = await makeUser(app);
    for (const query of [
      "from=2026-02-01&to=2026-01-01",
      "from=2026-02-01",
      "from=1&to=2",
      "from=2026-02-01&to=2026-02-02&cursor=-1",
    ])
      expect((await fetchWallet(user, `statement?${query}`)).status).toBe(400);
  });
});
