import { randomUUID } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import { ireportMessages, ireports } from "@/lib/server/db/schema/ireport";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeGrantProgramme } from "@/lib/server/testing/grants";
import { makeIreport } from "@/lib/server/testing/ireports";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [admin, second] = [await makeAdmin(app), await makeAdmin(app)];
});
afterAll(() => app.stop());

/** Creates a closed account with a report, erases its data, and then stores a new message about the report. */
async function makeErased() {
  const user = await makeUser(app, { status: "closed", statusChangedAt: new Date(), tier: 0 });
  const report = await makeIreport(app, { reporterId: user.id, state: "resolved" });
  const path = `/user-management/users/${user.id}/erasures`;
  const { json } = await app.call("POST", path, { token: admin.token, body: { reason: "Asked for it" } });
  await app.call("PATCH", `/approvals/${json.data.erasure.approvalId}/decision`, {
    token: second.token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
  const [erasure] = await app.db.select().from(citizenErasures).where(eq(citizenErasures.userId, user.id));
  if (!erasure) throw new Error("no erasure");
  const message = { id: randomUUID(), ireportId: report.id, kind: "answer" as const, text: "Written afterwards" };
  await app.db.insert(ireportMessages).values(message);
  return { user, report, message, erasureId: erasure.id };
}
type Erased = Awaited<ReturnType<typeof makeErased>>;

/**
 * Runs a statement while the database setting `crossriverpay.erasure` contains the id of an erasure, as only erase_personal_rows does.
 * The result is rolled back.
 */
const runAsErasure = (erasureId: string, statement: SQL) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('crossriverpay.erasure', ${erasureId}, true)`);
    await tx.execute(statement);
    throw new Error("accepted");
  });
const problemOf = async (erasureId: string, statement: SQL) => {
  const error = await runAsErasure(erasureId, statement).catch((each: unknown) => each as Error & { cause?: Error });
  return error.cause?.message ?? error.message;
};

it("during an erasure, the database accepts only the erased values of listed columns, only in rows of the erased citizen", async () => {
  const erased = await makeErased();
  const other = await makeIreport(app, {});
  const { erasureId, message, report } = erased;
  const cases: [SQL, boolean][] = [
    [sql`update ireport_messages set text = 'Erased' where id = ${message.id}`, true],
    [sql`update ireport_messages set text = 'Changed' where id = ${message.id}`, false],
    [sql`update ireport_messages set text = 'Erased', at = now() where id = ${message.id}`, false],
    [sql`delete from ireport_messages where id = ${message.id}`, false],
    [sql`update ireports set title = 'Erased' where id = ${other.id}`, false],
    [sql`update ireports set state = 'in_progress' where id = ${report.id}`, false],
    [sql`update ireports set reporter_id = ${other.reporterId} where id = ${report.id}`, false],
  ];
  for (const [statement, isAccepted] of cases)
    expect(await problemOf(erasureId, statement)).toMatch(isAccepted ? /^accepted$/ : /append-only|can't go from/);
  expect(await problemOf(randomUUID(), cases[0]?.[0] ?? sql``)).toMatch(/append-only/);
  expect(await problemOf("", cases[0]?.[0] ?? sql``)).toMatch(/append-only/);
});

it("the database allows erasing payments only for an erasure that includes payments", async () => {
  const { user, erasureId }: Erased = await makeErased();
  const id = randomUUID();
  const payment = { id, reference: "TRX-GUARD", userId: user.id, amount: 100 };
  await app.db.insert(transactions).values({ ...payment, type: "bill_payment", channel: "card" });
  await app.db.insert(transactionEvents).values({ transactionId: id, kind: "attempt", message: "Sent" });
  const update = sql`update transaction_events set message = 'Erased' where transaction_id = ${id}`;
  expect(await problemOf(erasureId, update)).toMatch(/append-only/);
  const call = sql`select erase_personal_rows(${erasureId}::uuid, 'payments', ''::bytea)`;
  expect(await problemOf(erasureId, call)).toMatch(/there is no erasure .* of payments/);
  const ofPayments = { id: randomUUID(), userId: user.id, requestedBy: admin.id, approvedBy: second.id };
  const withPayments = app.db.transaction(async (tx) => {
    // The database requires the approved request of the erasure only at the commit.
    await tx.insert(citizenErasures).values({ ...ofPayments, erased: { payments: 1 }, kept: [] });
    await tx.execute(sql`select set_config('crossriverpay.erasure', ${ofPayments.id}, true)`);
    await tx.execute(update);
    throw new Error("accepted");
  });
  await expect(withPayments).rejects.toThrow(/^accepted$/);
});

it("the database accepts no new row while the setting crossriverpay.erasure contains the id of an erasure", async () => {
  const { user, erasureId }: Erased = await makeErased();
  const programme = await makeGrantProgramme(app, admin, {});
  const insertion = sql`insert into grant_applications (id, reference, programme_id, user_id, amount_asked, contact_phone,
    applicant_lga, applicant_tier, payout_kind, state) values (${randomUUID()}, 'GRA-1', ${programme.id}, ${user.id}, 1, '',
    'Ikom', 1, 'wallet', 'disbursed')`;
  expect(await problemOf(erasureId, insertion)).toMatch(/append-only/);
});

it("a second erasure of a citizen's data erases a text that was written after the first one", async () => {
  const { user, message } = await makeErased();
  const path = `/user-management/users/${user.id}/erasures`;
  const { json } = await app.call("POST", path, { token: admin.token, body: { reason: "Asked for it again" } });
  await app.call("PATCH", `/approvals/${json.data.erasure.approvalId}/decision`, {
    token: second.token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
  const [stored] = await app.db.select().from(ireportMessages).where(eq(ireportMessages.id, message.id));
  expect(stored?.text).toBe("Erased");
  expect(await app.db.$count(ireports, eq(ireports.reporterId, user.id))).toBe(1);
});
