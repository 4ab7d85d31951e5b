import { asc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { expect } from "vitest";
import { encrypt } from "@/lib/server/base/secret";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import type { TestApp } from "./app";

type Admin = { token: string };

/** Returns the columns for a bank account in a grant application's row. */
export const bankAccountColumns = (number: string) => ({
  payoutKind: "bank" as const,
  bank: "First Bank",
  bankCode: "011",
  accountName: "Ekaette Bassey",
  accountNumber: encrypt(number),
  accountLast4: number.slice(-4),
});

/** Creates the payment method that pays out to bank accounts. */
export async function makeBankPayoutMethod(app: TestApp) {
  const id = uuid();
  await app.db.insert(paymentMethods).values({
    ...{ id, code: `bank_${id.slice(-6)}`, name: "Bank transfer", channel: "bank_transfer", provider: "simulated" },
    ...{ minAmount: 100, maxAmount: 100_000_000_000 },
  });
  return id;
}

/** Returns functions that call the API of payout batches, as `admin` unless another is passed. */
export function payoutCallsOf(app: TestApp, admin: Admin) {
  const callBatches = (method: string, path: string, body?: object, actor = admin) =>
    app.call(method, `/grants/batches${path}`, {
      token: actor.token,
      body,
      headers: { ...(method === "POST" && { "idempotency-key": uuid() }) },
    });
  const fetchBatch = async (id: string) => (await callBatches("GET", `/${id}`)).json.data;
  const submit = async (id: string, extraFields: object = {}) => {
    const { version, rows, amount } = await fetchBatch(id);
    return callBatches("POST", `/${id}/approval`, { version, rows, amount, reason: "For the traders", ...extraFields });
  };
  /** Approves or rejects the batch's open approval request as another admin. */
  const decide = async (id: string, actor: Admin, decision: "approved" | "rejected" = "approved") => {
    const { awaiting } = await fetchBatch(id);
    const body = { decision, ...(decision === "rejected" && { reason: "Not now" }) };
    const headers = { "idempotency-key": uuid() };
    return app.call("PATCH", `/approvals/${awaiting.approvalId}/decision`, { token: actor.token, body, headers });
  };
  return {
    ask: callBatches,
    read: fetchBatch,
    submit,
    decide,
    create: (programmeId: string, ids?: string[]) =>
      callBatches("POST", "", { programme_id: programmeId, ...(ids && { application_ids: ids }) }),
    rows: async (id: string, query = "") => (await callBatches("GET", `/${id}/rows?${query}`)).json.data,
    retry: (id: string, rows?: number[]) => callBatches("POST", `/${id}/retry`, rows ? { rows } : {}),
    /** Creates a batch of all approved applications and approves it, so that its payment starts. @returns its id */
    async pay(programmeId: string, actor: Admin): Promise<string> {
      const created = await callBatches("POST", "", { programme_id: programmeId });
      expect(created.json.data?.state).toBe("draft");
      const { id } = created.json.data;
      expect((await submit(id)).json.data?.state).toBe("awaiting_approval");
      expect((await decide(id, actor)).status).toBe(200);
      return id;
    },
  };
}

/** Reads a payout batch's row from the database. */
export const readBatch = async (app: TestApp, id: string) =>
  (await app.db.select().from(grantBatches).where(eq(grantBatches.id, id)))[0];
/** Reads the rows of a payout batch from the database, in their order. */
export const readBatchRows = (app: TestApp, id: string) =>
  app.db.select().from(grantBatchRows).where(eq(grantBatchRows.batchId, id)).orderBy(asc(grantBatchRows.row));
