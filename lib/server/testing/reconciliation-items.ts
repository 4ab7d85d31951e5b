import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationSettings } from "@/lib/server/db/schema/reconciliation";
import type { makeAdmin, TestApp } from "./app";

type NewItem = Partial<typeof reconciliationItems.$inferInsert>;

/** First day of reconciliation in tests. Tests use only days in the past, so that items are due whenever a test runs. */
export const FIRST_TEST_DAY = "2020-01-06";
/** Due day far in the future, for items that must never be due in a test. */
export const DISTANT_DAY = "2999-01-01";

/** Starts reconciliation in a test database, and adds a bank account. @returns the account's id */
export async function startReconciliationWithBankAccount(app: TestApp): Promise<string> {
  await app.db
    .update(reconciliationSettings)
    .set({ startsOn: FIRST_TEST_DAY, closedUntil: sql`${FIRST_TEST_DAY}::date - 1` });
  const id = uuid();
  await app.db
    .insert(bankAccounts)
    .values({ id, name: "Collections", bankCode: "011", bankName: "First Bank", accountNumber: "0000014579" });
  return id;
}

/** Returns functions that insert a reconciliation item of the bank, a provider or the ledger. Amounts in kobo. */
export function reconciliationItemMakers(app: TestApp, accountId: string) {
  let count = 0;
  const insert = async (values: Pick<NewItem, "side" | "kind" | "amount"> & NewItem) => {
    count += 1;
    const [item] = await app.db
      .insert(reconciliationItems)
      .values({
        sourceKey: `test:${count}:${uuid()}`,
        ...{ day: FIRST_TEST_DAY, accountingDay: FIRST_TEST_DAY, dueOn: FIRST_TEST_DAY },
        ...values,
      } as typeof reconciliationItems.$inferInsert)
      .returning();
    if (!item) throw new Error("no item");
    return item;
  };
  return {
    bank: (amount: number, values: NewItem = {}) =>
      insert({ side: "bank", kind: "statement_line", accountId, amount, ...values }),
    provider: (amount: number, values: NewItem = {}) =>
      insert({ side: "provider", kind: "payment", provider: "simulated", amount, ...values }),
    ledger: (amount: number, values: NewItem = {}) => insert({ side: "ledger", kind: "payment", amount, ...values }),
  };
}

/** Returns functions that call the API of reconciliation items as an admin. Each write has a new idempotency key. */
export function reconciliationItemCallsOf(app: TestApp, admin: Pick<Awaited<ReturnType<typeof makeAdmin>>, "token">) {
  const call = (method: string, path: string, body?: object, key = uuid()) =>
    app.call(method, `/wallets/reconciliation${path}`, {
      token: admin.token,
      body,
      headers: method === "GET" ? {} : { "idempotency-key": key },
    });
  return {
    call,
    list: async (query = ""): Promise<ReconciliationItemRow[]> =>
      (await call("GET", `/items?${query}`)).json.data.items,
    item: async (id: number) => (await call("GET", `/items/${id}`)).json.data,
    match: (ids: readonly number[], remark = "Same money", key?: string) =>
      call("POST", "/matches", { item_ids: ids, remark }, key),
    unmatch: (matchId: number) => call("POST", `/matches/${matchId}/undo`, { remark: "Wrong payment" }),
    split: (id: number, version: number, amounts: readonly number[]) =>
      call("POST", `/items/${id}/parts`, { version, amounts, remark: "Two payments" }),
    undoSplit: (id: number, version: number) => call("POST", `/items/${id}/parts/undo`, { version }),
    resolve: (id: number, version: number, how: string, key?: string) =>
      call("POST", `/items/${id}/resolution`, { version, how, remark: "Bank charge" }, key),
    ask: (id: number, version: number, adminId: string, question = "Whose money is this?") =>
      call("PATCH", `/items/${id}/question`, { version, admin_id: adminId, question }),
    answer: (id: number, version: number, answer = "Of the Ministry of Works.") =>
      call("PATCH", `/items/${id}/answer`, { version, answer }),
    preview: (rows: readonly object[]) => call("POST", "/decisions/preview", { rows }),
    decide: (rows: readonly object[], key?: string) => call("POST", "/decisions", { rows }, key),
  };
}
