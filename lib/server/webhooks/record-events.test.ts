import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { SELECTABLE_WEBHOOK_EVENTS } from "@/lib/contract/webhooks.values";
import { encrypt } from "@/lib/server/base/secret";
import { paymentMethods } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { cancelLockedEvent } from "@/lib/server/event/cancel-event";
import { expireOrders } from "@/lib/server/event/expire-orders";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme, scoreTwice } from "@/lib/server/testing/grants";
import { makeIreport } from "@/lib/server/testing/ireports";
import { fundAccount } from "@/lib/server/testing/ledger";
import { expireOrder, makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { makeTicket } from "@/lib/server/testing/tickets";
import { liftExpiredRestrictions } from "@/lib/server/user/lift-expired";
import { createWebhookSecret } from "./sign";

let app: TestApp;
let token: string;
let adminId: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ token, id: adminId } = await makeAdmin(app));
  await makePaymentMethods(app);
  await app.db.insert(webhookEndpoints).values({
    id: uuid(),
    app: "demo",
    name: "Everything",
    url: "https://city.example/hooks",
    secret: encrypt(createWebhookSecret(), "webhook-secret"),
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await newEvents();
});

/** Bodies of the events of all tests. The last test searches them for canaries. */
const bodies: string[] = [];
type Emitted = { type: string; data: Record<string, unknown> };
/** Version in the last event of each record and citizen. Transfers of tickets and money emit one event for each of two citizens. */
const versions = new Map<string, number>();
/** Returns the events since the last call, in their order. Checks that each has a higher version than the record's last event. */
async function newEvents(): Promise<Emitted[]> {
  // Sorts by position in the table, which is the order of insertion, because rows are never deleted here.
  const rows = await app.db.select().from(webhookDeliveries).orderBy(sql`ctid`);
  const added = rows.slice(bodies.length).map(({ body }) => body);
  bodies.push(...added);
  const events: Emitted[] = added.map((body) => JSON.parse(body));
  for (const { type, data } of events) {
    const record = `${data.id} of ${data.user_id}`;
    const version = Number(data.version);
    expect(version, `${type} of ${record}`).toBeGreaterThan(versions.get(record) ?? 0);
    versions.set(record, version);
  }
  return events;
}
const types = async () => (await newEvents()).map(({ type }) => type);

const CANARY = { firstName: "Canaryfirst", lastName: "Canarylast", address: "1 Canary Close" };
const makeCitizen = (values: Partial<typeof users.$inferInsert> = {}) =>
  makeUser(app, { ...CANARY, app: "demo", externalId: uuid(), ...values });
const expectOk = async (answer: ReturnType<TestApp["call"]>) => {
  const { status, json } = await answer;
  expect([status, json.message]).toEqual([200, "OK"]);
  return json.data;
};
const patch = (path: string, body: object) =>
  expectOk(app.call("PATCH", path, { token, body, headers: { "idempotency-key": uuid() } }));
const postAsAdmin = (path: string, body: object) =>
  expectOk(app.call("POST", path, { token, body, headers: { "idempotency-key": uuid() } }));

describe("identity requests", () => {
  const own = async () => {
    const kyc = await makeKycRequest(app, CANARY);
    await app.db.update(users).set({ app: "demo", externalId: uuid() }).where(eq(users.id, kyc.userId));
    return kyc;
  };
  it("identity requests emit a webhook event for a decision, a request for more information, and a reopening", async () => {
    const approved = await own();
    await patch(`/kyc/${approved.id}/decision`, { version: 1, decision: "approved", checked: KYC_CHECKS });
    const [decision, tier] = await newEvents();
    expect(decision).toMatchObject({
      type: "kyc_request.decided",
      data: {
        id: approved.id,
        user_id: approved.userId,
        external_id: expect.any(String),
        state: "approved",
        version: 2,
      },
    });
    expect(tier).toMatchObject({ type: "user.tier_changed", data: { id: approved.userId } });
    const returned = await own();
    const message = "Send a sharper photo, please.";
    const reason = "unreadable_document";
    await patch(`/kyc/${returned.id}/decision`, { version: 1, decision: "resubmission_requested", reason, message });
    expect(await types()).toEqual(["kyc_request.resubmission_requested"]);
    const rejected = await own();
    await patch(`/kyc/${rejected.id}/decision`, { version: 1, decision: "rejected", reason, message });
    await patch(`/kyc/${rejected.id}/reopening`, { version: 2, reason: "It was readable after all." });
    expect(await types()).toEqual(["kyc_request.decided", "kyc_request.reopened"]);
  });
});

describe("accounts", () => {
  const path = "/user-management/users";
  const reason = "Asked by the court";
  it("each change of an account's status emits a webhook event", async () => {
    const { id } = await makeCitizen();
    const change = (sub: string, version: number, body: object = {}) =>
      patch(`${path}/${id}/${sub}`, { version, reason, ...body });
    await change("restriction", 1, { restriction: "no_debit", legal_basis: "court_order" });
    await change("restriction/lift", 2);
    await change("suspension", 3);
    await change("reactivation", 4);
    await change("closure", 5);
    expect(await newEvents()).toMatchObject(
      [
        ["user.restricted", "restricted"],
        ["user.reinstated", "active"],
        ["user.suspended", "suspended"],
        ["user.reinstated", "active"],
        ["user.closed", "closed"],
      ].map(([type, state], index) => ({ type, data: { id, user_id: id, state, version: index + 2 } })),
    );
  });

  it("an expired restriction and a change in the citizen app each emit an account event", async () => {
    const { id } = await makeCitizen({
      status: "restricted",
      restriction: "no_debit",
      legalBasis: "court_order",
      restrictedUntil: new Date(0),
    });
    await liftExpiredRestrictions(app.db);
    await expectOk(app.callAsApp("PATCH", `/users/${id}`, { body: { version: 2, lga: "Ikom" } }));
    await expectOk(app.callAsApp("POST", `/users/${id}/closing`, { body: { version: 3 } }));
    expect(await types()).toEqual(["user.reinstated", "user.updated", "user.closed"]);
  });
});

describe("money", () => {
  const pay = (user: { id: string }, values: object = {}) =>
    expectOk(
      app.callAsApp("POST", "/payments", {
        body: { user_id: user.id, type: "wallet_funding", method: "card", amount: 100_000, ...values },
      }),
    );
  it("the end, a refund and a dispute of a payment emit webhook events; the start of a payment emits none", async () => {
    const user = await makeCitizen();
    const first = await pay(user, { description: "Canarydescription" });
    expect(await types()).toEqual([]);
    await sendSimulatedPaymentReport(first.reference, "processing");
    await sendSimulatedPaymentReport(first.reference, "failed");
    const second = await pay(user);
    await sendSimulatedPaymentReport(second.reference, "succeeded");
    expect(await newEvents()).toMatchObject([
      {
        type: "payment.failed",
        data: { id: first.id, user_id: user.id, external_id: user.externalId, state: "failed" },
      },
      { type: "payment.succeeded", data: { id: second.id, state: "succeeded" } },
    ]);
    await postAsAdmin(`/transactions/${second.id}/refund`, {
      amount: 40_000,
      remaining: 100_000,
      reason: "Charged twice",
    });
    expect(await newEvents()).toMatchObject([
      { type: "payment.refunded", data: { id: second.id, state: "partially_refunded" } },
    ]);
    const third = await pay(user);
    await sendSimulatedPaymentReport(third.reference, "succeeded");
    await newEvents();
    const dispute = (state: string, version: number) =>
      patch(`/transactions/${third.id}/dispute`, { state, version, reason: "The cardholder complained" });
    const { version } = (await app.call("GET", `/transactions/${third.id}`, { token })).json.data;
    await dispute("disputed", version);
    await dispute("won", version + 1);
    expect(await types()).toEqual(["payment.disputed", "payment.dispute_won"]);
    const bill = await pay(user, { type: "tax_and_levy", amount: 20_000 });
    await sendSimulatedPaymentReport(bill.reference, "succeeded");
    await newEvents();
    const paid = (await app.call("GET", `/transactions/${bill.id}`, { token })).json.data;
    for (const [index, state] of ["disputed", "lost"].entries())
      await patch(`/transactions/${bill.id}/dispute`, {
        state,
        version: paid.version + index,
        reason: "Not authorised",
      });
    expect(await types()).toEqual(["payment.disputed", "payment.reversed"]);
  });

  it("each state of a withdrawal emits a webhook event", async () => {
    const rules = { minAmount: 10_000, maxAmount: 1_000_000, provider: "simulated", channel: "bank_transfer" } as const;
    await app.db.insert(paymentMethods).values({ ...rules, id: uuid(), code: "bank", name: "Bank transfer" });
    const user = await makeCitizen();
    await fundAccount(app.db, user.id, 1_000_000);
    const body = { user_id: user.id, bank_code: "058", account_number: "0123456789", amount: 50_000 };
    const withdrawal = await expectOk(app.callAsApp("POST", "/withdrawals", { body }));
    await sendSimulatedPaymentReport(withdrawal.reference, "succeeded");
    expect((await newEvents()).map(({ type, data }) => [type, data.state])).toEqual([
      ["withdrawal.updated", "processing"],
      ["withdrawal.updated", "succeeded"],
    ]);
  });

  it("a transfer between citizens emits webhook events to both citizens' apps, and a wallet payment to one", async () => {
    const [sender, recipient] = [await makeCitizen(), await makeCitizen()];
    await fundAccount(app.db, sender.id, 1_000_000);
    const transfer = await expectOk(
      app.callAsApp("POST", "/transfers", { body: { user_id: sender.id, to_user_id: recipient.id, amount: 20_000 } }),
    );
    const events = await newEvents();
    expect(events.map(({ type, data }) => [type, data.id, data.user_id, data.external_id])).toEqual([
      ["transfer.updated", transfer.id, sender.id, sender.externalId],
      ["transfer.updated", transfer.id, recipient.id, recipient.externalId],
    ]);
    await pay(sender, { type: "tax_and_levy", method: "wallet", amount: 10_000 });
    expect(await types()).toEqual(["payment.succeeded"]);
  });
});

it("states and officers' messages of a report and its duplicates emit webhook events; anonymous reports emit none", async () => {
  const reporter = await makeCitizen();
  const [report, anonymous] = [
    await makeIreport(app, { reporterId: reporter.id }),
    await makeIreport(app, { anonymous: true }),
  ];
  const copier = await makeCitizen();
  const duplicate = await makeIreport(app, { state: "duplicate", originalId: report.id, reporterId: copier.id });
  await expectOk(
    app.call("PATCH", `/ireports/${report.id}/question`, { token, body: { version: 1, text: "Which lamp is it?" } }),
  );
  const asked = await newEvents();
  expect(asked.map(({ data }) => data.state)).toEqual(["acknowledged", "waiting_for_citizen"]);
  expect(asked.every(({ type, data }) => type === "report.updated" && data.user_id === reporter.id)).toBe(true);
  for (const text of ["A crew is on its way.", "The crew has arrived."]) {
    await postAsAdmin(`/ireports/${report.id}/updates`, { text });
    expect((await newEvents()).map(({ data }) => data.id).sort()).toEqual([report.id, duplicate.id].sort());
  }
  const submitted = await makeIreport(app, { reporterId: reporter.id });
  await postAsAdmin(`/ireports/${submitted.id}/updates`, { text: "We are looking at it." });
  expect((await newEvents()).map(({ data }) => [data.state, data.version])).toEqual([
    ["acknowledged", 2],
    ["acknowledged", 3],
  ]);
  await expectOk(
    app.call("PATCH", `/ireports/${anonymous.id}/question`, { token, body: { version: 1, text: "Which lamp?" } }),
  );
  expect(await types()).toEqual([]);
});

it("changes of state of events, ticket orders and tickets emit webhook events", async () => {
  const made = await makeEvent(app, { types: [{}, { price: 0 }] });
  const buyer = await makeCitizen();
  await fundAccount(app.db, buyer.id, 1_000_000);
  const orders = orderCallsOf(app, made);
  const placed = await expectOk(orders.place(buyer, [1]));
  expect(await types()).toEqual([]);
  const paid = await expectOk(orders.pay(buyer, placed.id));
  expect(await newEvents()).toMatchObject([
    { type: "payment.succeeded" },
    { type: "order.updated", data: { id: placed.id, user_id: buyer.id, state: "paid", event_id: made.event.id } },
  ]);
  const free = await expectOk(orders.place(buyer, [0, 1]));
  const cancelled = await expectOk(orders.place(buyer, [1]));
  await expectOk(orders.cancel(buyer, cancelled.id));
  const expired = await expectOk(orders.place(buyer, [1]));
  await expireOrder(app, expired.id);
  await expireOrders(app.db);
  expect((await newEvents()).map(({ data }) => [data.id, data.state])).toEqual([
    [free.id, "paid"],
    [cancelled.id, "cancelled"],
    [expired.id, "expired"],
  ]);
  const [ticket] = paid.tickets;
  const other = await makeCitizen();
  const { version } = (await app.call("GET", `/events/tickets/${ticket.id}`, { token })).json.data;
  await patch(`/events/tickets/${ticket.id}/holder`, { version, user_id: other.id, reason: "Asked by the holder" });
  expect((await newEvents()).map(({ type, data }) => [type, data.user_id, data.order_id])).toEqual([
    ["ticket.updated", other.id, placed.id],
    ["ticket.updated", buyer.id, placed.id],
  ]);
  const single = await makeTicket(app, made, { holderId: buyer.id });
  await patch(`/events/tickets/${single.id}/void`, { version: 1, reason: "Printed twice" });
  expect(await newEvents()).toMatchObject([{ type: "ticket.updated", data: { id: single.id, state: "void" } }]);
  const reserved = await expectOk(orders.place(buyer, [1]));
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from events where id = ${made.event.id} for update`);
    await cancelLockedEvent(tx, made.event, { reason: "Rain", includeCheckedIn: false, by: adminId });
  });
  const ended = await newEvents();
  expect(ended.map(({ type, data }) => [type, data.id, data.state])).toEqual([
    ["order.updated", reserved.id, "cancelled"],
    ["event.cancelled", made.event.id, "cancelled"],
  ]);
  expect(ended[1]?.data).toMatchObject({ user_id: null, external_id: null });
});

it("an event emits webhook events for each change once it is published, but not as a draft", async () => {
  const { event } = await makeEvent(app, { state: "draft" });
  const change = async (venue: string) => {
    const { version, title, category, starts_at, ends_at } = await expectOk(
      app.call("GET", `/events/${event.id}`, { token }),
    );
    const place = { venue, lga: null, lat: null, lng: null };
    const rest = { description: null, cover_image_id: null, organiser: "Council", capacity: null };
    const body = { version, title, category_id: category.id, starts_at, ends_at, ...place, ...rest };
    return patch(`/events/${event.id}`, body);
  };
  const { version } = await change("Library");
  expect(await types()).toEqual([]);
  await patch(`/events/${event.id}/live`, { version });
  await change("Stadium");
  expect(await types()).toEqual(["event.published", "event.updated"]);
});

it("a change of ticket types emits a webhook event with a new version for a live event, but not for a draft", async () => {
  const form = { description: "", price: 500_000, quantity: 50, min_per_order: 1, max_per_order: 4 };
  const fields = { ...form, sales_from: null, sales_until: null, hidden: false };
  const changeTypes = async ({ event, types: [first] }: Awaited<ReturnType<typeof makeEvent>>) => {
    const path = `/events/${event.id}/ticket-types`;
    const vip = await expectOk(app.call("POST", path, { token, body: { name: "VIP", ...fields } }));
    const hidden = { name: "VIP", ...fields, price: 600_000, hidden: true, version: 1 };
    await expectOk(app.call("PATCH", `${path}/${vip.id}`, { token, body: hidden }));
    await expectOk(app.call("POST", `${path}/order`, { token, body: { ids: [vip.id, first?.id] } }));
    await expectOk(app.call("DELETE", `${path}/${vip.id}`, { token, body: { version: 2 } }));
  };
  await changeTypes(await makeEvent(app, { state: "draft" }));
  expect(await types()).toEqual([]);
  const live = await makeEvent(app);
  await changeTypes(live);
  expect(await newEvents()).toMatchObject(
    [2, 3, 4, 5].map((version) => ({ type: "event.updated", data: { id: live.event.id, state: "live", version } })),
  );
});

it("questions and decisions of grant applications emit webhook events", async () => {
  const programme = await makeGrantProgramme(app, { id: adminId }, {});
  const applicant = await makeCitizen({ tier: 1 });
  const application = await makeGrantApplication(app, programme, { userId: applicant.id, state: "shortlisted" });
  await patch(`/grants/applications/${application.id}/questions`, {
    version: application.version,
    question: "Which stall is it?",
  });
  await scoreTwice(app, application.id, [60, 80]);
  const { version } = (await app.call("GET", `/grants/applications/${application.id}`, { token })).json.data;
  const { results } = await postAsAdmin("/grants/applications/decisions", {
    decision: "reject",
    reason: "The budget is spent",
    applications: [{ id: application.id, version }],
  });
  expect(results).toMatchObject([{ done: true }]);
  expect(await newEvents()).toMatchObject(
    ["shortlisted", "rejected"].map((state) => ({
      type: "grant_application.updated",
      data: { id: application.id, user_id: applicant.id, programme_id: programme.id, state },
    })),
  );
});

it("a change of published content emits a webhook event with the kind of content", async () => {
  const faq = contentEntryCallsOf(app, { token }, "faq");
  const published = await faq.published(faqContent("How do I pay?"));
  expect(await newEvents()).toMatchObject([
    { type: "content.updated", data: { id: published.id, user_id: null, kind: "faq", version: published.version } },
  ]);
});

it("these tests emit every webhook type, and never a name, address, phone number, email, amount or text", async () => {
  await newEvents();
  expect(bodies.length).toBeGreaterThan(30);
  // Without ids, whose random digits may contain the last four digits of an identity number.
  const all = bodies.join("\n").replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "");
  const phones = (await app.db.select().from(users)).flatMap(({ phone, email }) => [
    phone,
    phone.slice(-8),
    email ?? phone,
  ]);
  const canaries = ["Canary", "Marian Road", "12345678901", "8901", "Watt Market", "Which", "court", "₦", ...phones];
  expect(canaries.filter((canary) => all.includes(canary))).toEqual([]);
  const emittedTypes = new Set(bodies.map((body) => JSON.parse(body).type));
  expect([...emittedTypes].sort()).toEqual([...SELECTABLE_WEBHOOK_EVENTS].sort());
  const keys = new Set(bodies.flatMap((body) => Object.keys(JSON.parse(body).data)));
  const ids = ["id", "user_id", "external_id", "state", "version", "event_id", "order_id", "programme_id", "kind"];
  expect([...keys].sort()).toEqual(ids.sort());
});
