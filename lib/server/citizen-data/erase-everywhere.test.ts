// Slow: uses every service as one citizen, then searches every column of the database.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decrypt, encrypt, hashIdentityNumber } from "@/lib/server/base/secret";
import { files } from "@/lib/server/db/schema/file";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { idempotencyKeys } from "@/lib/server/db/schema/idempotency";
import { ireports } from "@/lib/server/db/schema/ireport";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { timedTasks } from "@/lib/server/process/timed-tasks";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { grantCallsOf, makeGrantProgramme } from "@/lib/server/testing/grants";
import { makeIreportCategory, reportFilingBody, uploadTestFile } from "@/lib/server/testing/ireports";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makeBankPayoutMethod } from "@/lib/server/testing/payouts";
import { findPersonalTraces } from "@/lib/server/testing/personal-traces";
import { makeJpeg } from "@/lib/server/testing/pictures";
import { makePromotion } from "@/lib/server/testing/promotions";
import { COLUMNS_KEPT_AFTER_ERASURE } from "./register/kept-columns";
import { splitColumnNames } from "./register/personal-table";
import { isRowOfCitizen, PERSONAL_TABLES } from "./register/register";

const YEAR_MS = 365.25 * 86_400_000;
const QUESTION_ID = randomUUID();
const DOCUMENT_ID = randomUUID();
/** The test citizen, with a word that occurs in every free text about them. */
const PERSON = {
  firstName: "Quillonette",
  lastName: "Zaphkiel",
  email: "q.zaphkiel@example.com",
  phone: "+2348077766655",
  address: "77 Zanzibarfields",
};
const NIN = "55443322110";
const ACCOUNT = "0198765432";
const DEVICE = "phone-of-zaphkiel-9Z8Y";
const WORDS = ["Quillonette", "Zaphkiel", "77766655", "7776 6655", "Zanzibarfields", NIN, ACCOUNT, "9Z8Y"];

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [admin, second] = [await makeAdmin(app), await makeAdmin(app)];
  await makePaymentMethods(app);
  await makeBankPayoutMethod(app);
  await makePromotion(app, admin, {});
});
afterAll(() => app.stop());

/** Calls the API as an admin, or as the citizen app. @returns the response's data @throws if the call was refused */
async function call(method: string, path: string, body?: object, actor: { token: string } | "app" = admin) {
  const headers = method === "GET" ? undefined : { "idempotency-key": randomUUID() };
  const { status, json } =
    actor === "app"
      ? await app.callAsApp(method, path, { body, headers })
      : await app.call(method, path, { token: actor.token, body, headers });
  expect(status, `${method} ${path}: ${JSON.stringify(json)}`).toBe(200);
  return json.data;
}
const approve = (approvalId: string) =>
  call("PATCH", `/approvals/${approvalId}/decision`, { decision: "approved" }, second);
const uploadPhoto = async (seed: number) =>
  (await uploadTestFile(app, "/app/uploads", await makeJpeg(seed))).json.data.id as string;

type Person = Awaited<ReturnType<typeof makeUser>>;

async function manageAccount(user: Person) {
  const kyc = await makeKycRequest(app, {
    ...{
      userId: user.id,
      state: "approved",
      decidedAt: new Date(),
      firstName: user.firstName,
      lastName: user.lastName,
    },
    ...{ phone: user.phone, address: user.address, submittedDevice: DEVICE, submittedAddress: "10.9.8.7" },
    ...{ identityNumber: encrypt(NIN), identityNumberLast4: "2110", identityNumberHash: hashIdentityNumber(NIN) },
  });
  await call("POST", `/kyc/${kyc.id}/notes`, { text: "Zaphkiel called about the card." });
  await call("POST", `/user-management/users/${user.id}/notes`, { text: "Zaphkiel came to the office." });
  const device = { user_id: user.id, device_token: DEVICE, platform: "android", name: "Zaphkiel's phone" };
  await call("POST", "/devices", device, "app");
  const correction = { version: user.version, email: "quillonette@example.com", reason: "Zaphkiel asked for it" };
  const requested = await call("POST", `/user-management/users/${user.id}/corrections`, correction);
  await approve(requested.correction.approvalId);
  const copy = { reason: "Zaphkiel wants to read it" };
  await approve((await call("POST", `/user-management/users/${user.id}/data-copies`, copy)).copy.approvalId);
}

async function pay(user: Person, other: Person) {
  await fundAccount(app.db, user.id, 5_000_000);
  const bill = { user_id: user.id, type: "bill_payment", method: "card", amount: 250_000 };
  const payment = await call("POST", "/payments", { ...bill, description: "For Zaphkiel", device_id: DEVICE }, "app");
  await sendSimulatedPaymentReport(payment.reference, "succeeded");
  await call("POST", `/transactions/${payment.id}/refund`, {
    amount: 50_000,
    remaining: 250_000,
    reason: "Zaphkiel paid twice",
  });
  const transfer = { user_id: user.id, to_user_id: other.id, amount: 20_000, description: "From Quillonette" };
  await call("POST", "/transfers", transfer, "app");
  const withdrawal = { user_id: user.id, bank_code: "058", account_number: ACCOUNT, amount: 100_000 };
  const { reference } = await call("POST", "/withdrawals", { ...withdrawal, description: "Zaphkiel's rent" }, "app");
  await sendSimulatedPaymentReport(reference, "succeeded");
}

async function buyTickets(user: Person) {
  const made = await makeEvent(app, { types: [{}, { price: 0 }] });
  const orders = orderCallsOf(app, made);
  const { id } = (await orders.place(user, [1, 1])).json.data;
  expect((await orders.pay(user, id)).status).toBe(200);
  const tickets = await app.db.execute<{ id: string; version: number; price: string }>(
    sql`select id, version, price from tickets where holder_id = ${user.id} and price = 0`,
  );
  const [ticket] = tickets.rows;
  await call("PATCH", `/events/tickets/${ticket?.id}/void`, {
    version: ticket?.version,
    reason: "Zaphkiel can't come",
  });
}

async function applyForGrant(user: Person) {
  const programme = await makeGrantProgramme(app, admin, {
    questions: [{ id: QUESTION_ID, kind: "text", label: "What do you sell?", required: true, choices: [] }],
    documents: [{ id: DOCUMENT_ID, label: "Stall", required: true, is_photo: true }],
  });
  const account = { bank: "First Bank", bank_code: "011", account_number: ACCOUNT, account_name: "Zaphkiel Traders" };
  const sent = await grantCallsOf(app, programme).apply(user, {
    payout: { kind: "bank", ...account },
    answers: [{ question_id: QUESTION_ID, answer: "Zaphkiel's rice" }],
    documents: [{ document_id: DOCUMENT_ID, upload_id: await uploadPhoto(11) }],
    device_id: DEVICE,
  });
  expect(sent.status, JSON.stringify(sent.json)).toBe(200);
  const { id } = sent.json.data;
  const versionOf = async () => (await call("GET", `/grants/applications/${id}`)).version;
  await call("PATCH", `/grants/applications/${id}/questions`, {
    version: await versionOf(),
    question: "Where, Zaphkiel?",
  });
  await grantCallsOf(app, programme).answer(user, id, { text: "Zaphkiel's stall is at Watt." });
  await call("PATCH", `/grants/applications/${id}/review`, { score: 60, comment: "Zaphkiel is known." });
  const rejection = { decision: "reject", reason: "Zaphkiel has another grant" };
  await call("POST", "/grants/applications/decisions", {
    ...rejection,
    applications: [{ id, version: await versionOf() }],
  });
  return id as string;
}

async function report(user: Person) {
  const category = await makeIreportCategory(app);
  const place = { lat: 4.9757, lng: 8.3417, ward: "Zanzibarfields" };
  const texts = { title: "Light out at Zaphkiel's", text: "In front of Quillonette Zaphkiel's house." };
  const filing = reportFilingBody(category.id, {
    user_id: user.id,
    ...texts,
    ...place,
    photos: [await uploadPhoto(12)],
  });
  const { id } = await call("POST", "/reports", filing, "app");
  const versionOf = async () => (await call("GET", `/ireports/${id}`)).version;
  const change = async (step: string, body: object) =>
    call("PATCH", `/ireports/${id}/${step}`, { version: await versionOf(), ...body });
  await call("PATCH", `/ireports/${id}/claim`, {});
  await change("question", { text: "Which lamp, Zaphkiel?" });
  await call("POST", `/reports/${id}/answers`, { user_id: user.id, text: "The one at Zaphkiel's gate." }, "app");
  await call("POST", `/ireports/${id}/notes`, { text: "Zaphkiel calls daily." });
  const { state } = await call("GET", `/ireports/${id}`);
  if (state === "submitted") await change("state", { state: "acknowledged" });
  await change("state", { state: "in_progress" });
  await change("resolution", { note: "The lamp at Zaphkiel's burns." });
  const rating = { user_id: user.id, stars: 4, comment: "Thank you, says Quillonette" };
  await call("POST", `/reports/${id}/rating`, rating, "app");
  return id as string;
}

/** Values that an erasure leaves in columns that can't be null. */
const ERASED_VALUES = ["", "erased", "person", "erased person", "1900-01-01", "{}", "[]", "null"];

/** Returns `table.column: value` for each value of a citizen that is not erased, in columns that the register does not keep. */
async function findValues(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of PERSONAL_TABLES) {
    const stays = splitColumnNames(entry.stays);
    const columns = splitColumnNames(entry.personal).filter((column) => !stays.includes(column));
    const rows = await app.db.execute<Record<string, unknown>>(
      sql`select * from ${sql.identifier(entry.table)} where ${isRowOfCitizen(entry, userId)}`,
    );
    for (const row of rows.rows)
      for (const column of columns) {
        const value = row[column];
        const text = Buffer.isBuffer(value)
          ? decrypt(value)
          : typeof value === "string"
            ? value
            : JSON.stringify(value);
        if (!ERASED_VALUES.includes((text ?? "").toLowerCase())) found.push(`${entry.table}.${column}: ${text}`);
      }
  }
  return found;
}

/** Empties the wallet and closes the account as if that had happened years ago. */
async function closeYearsAgo(user: Person, years: number) {
  await fundAccount(app.db, user.id, -(await balanceOf(app.db, user.id)));
  await app.db
    .update(users)
    .set({ status: "closed", statusChangedAt: new Date(Date.now() - years * YEAR_MS) })
    .where(eq(users.id, user.id));
}

async function playStory() {
  const [user, other] = [await makeUser(app, { ...PERSON, tier: 3 }), await makeUser(app)];
  await manageAccount(user);
  await pay(user, other);
  await buyTickets(user);
  const [applicationId, reportId] = [await applyForGrant(user), await report(user)];
  await app.mails();
  for (const { run } of timedTasks()) await run(app.db);
  return { user, applicationId, reportId };
}

const erase = async (userId: string) => {
  const requested = await call("POST", `/user-management/users/${userId}/erasures`, {
    reason: "Zaphkiel asked for it",
  });
  return approve(requested.erasure.approvalId);
};

describe("erasure five years after the closing", () => {
  it("an erasure five years after the closing leaves the person's data in no column of the database and no file, except those listed in the register", async () => {
    const { user, applicationId, reportId } = await playStory();
    const before = await findPersonalTraces(app, WORDS);
    const expectedBefore = [
      "users.last_name",
      "ireports.text",
      "grant_applications.answers",
      "grant_applications.account_number",
    ];
    expect([...before.keys()]).toEqual(expect.arrayContaining(expectedBefore));
    // The three files: a document of the identity request, one of the grant application, and a photo of the report.
    expect(await app.db.$count(files)).toBe(3);
    const amounts = () =>
      app.db.execute(
        sql`select t.id, t.amount, t.state, t.fee from transactions t where user_id = ${user.id} order by id`,
      );
    const amountsBefore = (await amounts()).rows;

    await closeYearsAgo(user, 5.1);
    await erase(user.id);

    const after = await findPersonalTraces(app, WORDS);
    // Only stored responses to repeated requests remain, until they are a day old.
    expect([...after.keys()]).toEqual(["idempotency_keys.answer"]);
    expect(Object.keys(COLUMNS_KEPT_AFTER_ERASURE)).toEqual(expect.arrayContaining([...after.keys()]));
    await app.db.execute(sql`update idempotency_keys set created_at = now() - interval '25 hours'`);
    for (const { run } of timedTasks()) await run(app.db);
    expect([...(await findPersonalTraces(app, WORDS)).keys()]).toEqual([]);
    expect(await findValues(user.id)).toEqual([]);
    expect(await app.db.$count(files)).toBe(0);
    expect(await app.db.$count(transactions, eq(transactions.userId, user.id))).toBe(amountsBefore.length);
    expect((await amounts()).rows).toEqual(amountsBefore);
    const [application] = await app.db.select().from(grantApplications).where(eq(grantApplications.id, applicationId));
    expect(application).toMatchObject({ state: "rejected", reason: "Erased", answers: {}, accountLast4: null });
    const [stored] = await app.db.select().from(ireports).where(eq(ireports.id, reportId));
    expect(stored).toMatchObject({
      title: "Erased",
      lat: null,
      cell: null,
      photos: 0,
      rating: 4,
      lga: "Calabar Municipal",
    });
    await app.seal();
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, waiting: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
  });
});

it("an erasure within five years of the closing erases texts, places and files of services, and leaves a customer's identity and payments", async () => {
  const { user } = await playStory();
  await closeYearsAgo(user, 1);
  await erase(user.id);
  await app.db.delete(idempotencyKeys);
  const kept = [...(await findPersonalTraces(app, WORDS)).keys()].sort();
  // Identity and payments remain; of services, only the bank account of a grant application.
  const ofCustomer = {
    approvals: "reason record_name",
    audit_trails: "admin_name after record_name",
    citizen_data_copies: "reason",
    grant_applications: "account_name account_number",
    kyc_notes: "text",
    kyc_requests: "address first_name identity_number last_name phone words",
    ledger_entries: "description",
    notices: "record_name",
    transaction_events: "message",
    transactions: "description",
    user_notes: "text",
    users: "first_name last_name phone words",
    withdrawals: "account_name account_number",
  };
  const columns = Object.entries(ofCustomer).flatMap(([table, names]) =>
    names.split(" ").map((name) => `${table}.${name}`),
  );
  expect(kept).toEqual(columns.sort());
  // Only the document of the approved identity request remains.
  expect(await app.db.$count(files)).toBe(1);
});
