import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { transactionListLinks } from "@/lib/contract/payment-links";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const HOUR_MS = 3_600_000;

it("figures of the transaction overview link to lists with as many rows, including payments decided after the period began", async () => {
  const { token } = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
  const user = await makeUser(app);
  const at = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
  const values = (
    created: number,
    completed: number | null,
    extraValues: Partial<typeof transactions.$inferInsert>,
  ) => ({
    ...{ id: uuid(), reference: `TRX-${uuid()}`, userId: user.id, amount: 100, fee: 0, createdAt: at(created) },
    ...{
      type: "transfer" as const,
      channel: "ussd" as const,
      completedAt: completed === null ? null : at(completed),
    },
    ...{ state: "succeeded" as const, ...extraValues },
  });
  const [payment] = await app.db
    .insert(transactions)
    .values([
      values(31, 2, {}),
      values(2, 1, { state: "disputed" }),
      values(40, 31, {}),
      values(31, 3, { state: "failed" }),
      values(2, 2, { state: "expired", channel: "card" }),
      values(1, null, { state: "processing" }),
    ])
    .returning();
  await app.db.insert(transactions).values(values(35, 4, { type: "refund", refundOf: payment?.id }));

  const { data } = (await app.call("GET", "/transactions/overview?days=30", { token })).json;
  const links = transactionListLinks(data);
  const rowsOf = async (link: string) =>
    (await app.call("GET", `/transactions${link.slice(link.indexOf("?"))}`, { token })).json.data.total;
  expect(await rowsOf(links.paid)).toBe(data.now.succeeded);
  expect(await rowsOf(links.failed)).toBe(data.now.failed);
  expect(await rowsOf(links.refunded)).toBe(1);
  type ChartSlice = { name: string; count: number };
  const checkSlices = async (slices: ChartSlice[], linkOf: (name: string) => string) => {
    for (const { name, count } of slices) expect(await rowsOf(linkOf(name)), name).toBe(count);
    return slices.map(({ name }) => name);
  };
  expect(await checkSlices(data.by_type, links.ofType)).toContain("transfer");
  expect(await checkSlices(data.by_channel, links.ofChannel)).toContain("ussd");
  expect(await checkSlices(data.by_state, links.inState)).toContain("processing");
});
