import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  makeGrantApplication,
  makeGrantProgramme,
  readGrantApplication,
  readGrantProgramme,
} from "@/lib/server/testing/grants";
import { balanceOf, moveMoney } from "@/lib/server/testing/ledger";
import { sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { bankAccountColumns, makeBankPayoutMethod, payoutCallsOf, readBatchRows } from "@/lib/server/testing/payouts";
import { runPayouts } from "./run-payouts";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await makeBankPayoutMethod(app);
});
afterAll(() => app.stop());

async function rejectApplication(id: string) {
  const { version } = await readGrantApplication(app, id);
  const body = { decision: "reject", applications: [{ id, version }], reason: "The account is wrong" };
  return (await app.call("POST", "/grants/applications/decisions", { token: admin.token, body })).json.data.results[0];
}

it("refuses to reject a failed payment that the provider has paid after all, because its budget would be spent twice", async () => {
  const programme = await makeGrantProgramme(app, admin, {});
  const [one, two] = [
    await makeGrantApplication(app, programme, { state: "approved", ...bankAccountColumns("4000000001") }),
    await makeGrantApplication(app, programme, { state: "approved", ...bankAccountColumns("4000000002") }),
  ];
  const batchId = await payoutCallsOf(app, admin).pay(programme.id, await makeAdmin(app));
  await runPayouts(app.db);
  const references = new Map<string, string>();
  for (const { applicationId, transactionId } of await readBatchRows(app, batchId)) {
    const [transactionRow] = await app.db
      .select()
      .from(transactions)
      .where(eq(transactions.id, transactionId ?? ""));
    references.set(applicationId, transactionRow?.reference ?? "");
    await sendSimulatedPaymentReport(transactionRow?.reference ?? "", "failed");
  }
  // The float account lacks the money for the posting to suspense, so the report does not mark the row as paid.
  await moveMoney(app.db, IDS.settlement_float, IDS.suspense, -(await balanceOf(app.db, IDS.settlement_float)));
  await sendSimulatedPaymentReport(references.get(one.id) ?? "", "succeeded");
  expect(await rejectApplication(one.id)).toMatchObject({
    done: false,
    message: "The provider has paid this out. It can't be rejected.",
  });
  expect(await readGrantApplication(app, one.id)).toMatchObject({ state: "payment_failed", inBatch: true });
  expect(await rejectApplication(two.id)).toMatchObject({ done: true });
  expect(await readGrantProgramme(app, programme.id)).toMatchObject({ committed: programme.amount });
});
