import { and, asc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { tickets } from "@/lib/server/db/schema/event";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { findSeatMismatches, makeEvent } from "@/lib/server/testing/events";
import { balanceOf } from "@/lib/server/testing/ledger";
import { makePaymentMethods, orderCallsOf, sendSimulatedPaymentReport } from "@/lib/server/testing/orders";
import { buyTicketsFromWallet } from "@/lib/server/testing/tickets";
import { runCancellations } from "./run-cancellations";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let otherAdmin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [admin, otherAdmin] = [await makeAdmin(app), await makeAdmin(app)];
  await makePaymentMethods(app);
});
afterAll(() => app.stop());

const reason = "Can't come";
const post = (url: string, body: object, token = admin.token) =>
  app.call("POST", url, { token, body, headers: { "idempotency-key": uuid() } });
const refundTicket = (id: string, version = 1) => post(`/events/tickets/${id}/refund`, { version, reason });
const refundPayment = (id: string, amount: number, remaining: number) =>
  post(`/transactions/${id}/refund`, { amount, remaining, reason });
const decideWaitingRequest = async (decision: "approved" | "rejected", kind: ApprovalKind = "event.refundTicket") => {
  const [waitingRequest] = await app.db
    .select()
    .from(approvals)
    .where(and(eq(approvals.state, "waiting"), eq(approvals.kind, kind)));
  const body = { decision, reason: "Seen" };
  const headers = { "idempotency-key": uuid() };
  return app.call("PATCH", `/approvals/${waitingRequest?.id}/decision`, { token: otherAdmin.token, body, headers });
};
/** Buys tickets of a new event; price in kobo. */
async function buyPaidTickets(quantity: number, price = 100_000) {
  const made = await makeEvent(app, { types: [{ price }] });
  const bought = await buyTicketsFromWallet(app, made, { quantities: [quantity] });
  await app.mails();
  const ids = bought.tickets.map(({ id }) => id);
  return { ...made, ...bought, ids, first: ids[0] ?? "", second: ids[1] ?? "" };
}
const storedTicket = async (id: string) => (await app.db.select().from(tickets).where(eq(tickets.id, id)))[0];
const storedPayment = async (id: string) =>
  (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0];
const checkIn = (id: string) =>
  app.db
    .update(tickets)
    .set({ state: "checked_in", checkedInAt: new Date(), checkedInBy: admin.id })
    .where(eq(tickets.id, id));
/** Returns the sum of all account balances in kobo: credit accounts minus debit accounts. */
const ledgerSum = async () =>
  (await app.db.select().from(ledgerAccounts)).reduce(
    (sum, { side, balance }) => sum + (side === "credit" ? balance : -balance),
    0,
  );

describe("refunding a ticket", () => {
  it("refunds a ticket's part of the payment once, frees its seat and notifies the buyer", async () => {
    const { first, second, user, event, payment: paymentBefore } = await buyPaidTickets(2);
    const before = await balanceOf(app.db, user.id);
    const { status, json } = await refundTicket(first);
    expect([status, json.data.state, json.data.reason]).toEqual([200, "refunded", reason]);
    expect(json.data.refund.reference).toMatch(/^RFD-/);
    expect(json.data.transaction.state).toBe("partially_refunded");
    expect(await balanceOf(app.db, user.id)).toBe(before + 100_000);
    expect((await storedTicket(first))?.refundId).toBe(json.data.refund.id);
    expect((await storedTicket(second))?.state).toBe("valid");
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    expect(await ledgerSum()).toBe(0);
    const mails = await app.mails();
    expect(mails.map(({ to }) => to)).toEqual([user.email]);
    expect(mails[0]?.text).toContain("₦1,000.00 goes back to your wallet");
    expect((await app.audit())[0]).toMatchObject({
      action: "event.refundTicket",
      recordType: "ticket",
      recordId: first,
      before: { state: "valid" },
      after: { state: "refunded", refund: json.data.refund.reference, amount: "₦1,000.00", reason },
    });
    const secondRefund = await refundTicket(first, 2);
    expect(secondRefund).toMatchObject({ status: 409, json: { current: { state: "refunded" } } });
    expect((await refundTicket(second)).json.data.transaction.state).toBe("refunded");
    expect((await storedPayment(paymentBefore.id))?.refundedAmount).toBe(200_000);
  });

  it("refunds the payer of a transferred ticket, and notifies payer and holder", async () => {
    const { first, user } = await buyPaidTickets(1);
    const { user: to } = await buyPaidTickets(1);
    const body = { version: 1, user_id: to.id, reason };
    await app.call("PATCH", `/events/tickets/${first}/holder`, { token: admin.token, body });
    await app.mails();
    const [before, holderBalance] = [await balanceOf(app.db, user.id), await balanceOf(app.db, to.id)];
    expect((await refundTicket(first, 2)).status).toBe(200);
    expect([await balanceOf(app.db, user.id), await balanceOf(app.db, to.id)]).toEqual([
      before + 100_000,
      holderBalance,
    ]);
    expect((await app.mails()).map((mail) => mail.to)).toEqual([user.email, to.email]);
  });

  it("refuses to refund a free, checked-in, changed or disputed ticket", async () => {
    const freePurchase = await buyPaidTickets(1, 0);
    expect((await refundTicket(freePurchase.first)).json).toMatchObject({
      status: 409,
      message: expect.stringContaining("Void it"),
    });
    const { first, payment: paymentBefore } = await buyPaidTickets(1);
    expect(await refundTicket(first, 2)).toMatchObject({ status: 409, json: { current: { version: 1 } } });
    await checkIn(first);
    expect((await refundTicket(first)).json.message).toMatch(/checked in/);
    const disputed = await buyPaidTickets(1);
    await app.db.execute(`alter table transactions disable trigger user`);
    await app.db.update(transactions).set({ state: "disputed" }).where(eq(transactions.id, disputed.payment.id));
    await app.db.execute(`alter table transactions enable trigger user`);
    expect(await refundTicket(disputed.first)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("is disputed"), current: { state: "valid" } },
    });
    expect((await storedPayment(paymentBefore.id))?.refundedAmount).toBe(0);
    expect((await app.audit())[0]).toMatchObject({ action: "event.refundTicket", outcome: "refused" });
  });

  it("refunds a ticket only once if two admins refund it in parallel", async () => {
    const { first, payment: paymentBefore, event } = await buyPaidTickets(2);
    const answers = await Promise.all([refundTicket(first), refundTicket(first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await storedPayment(paymentBefore.id))?.refundedAmount).toBe(100_000);
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
  });

  it("either refunds or voids a ticket if both requests run in parallel", async () => {
    const { first, payment: paymentBefore, event } = await buyPaidTickets(1);
    const [refunded, voided] = await Promise.all([
      refundTicket(first),
      app.call("PATCH", `/events/tickets/${first}/void`, { token: admin.token, body: { version: 1, reason } }),
    ]);
    expect([refunded.status, voided.status].sort()).toEqual([200, 409]);
    expect((await storedPayment(paymentBefore.id))?.refundedAmount).toBe(refunded.status === 200 ? 100_000 : 0);
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
  });
});

describe("refunding a ticket above the limit", () => {
  const highPrice = 3_000_000;

  it("requires approval of a ticket refund if it and earlier refunds of the payment exceed the limit, and blocks changes of the ticket until then", async () => {
    const { first, second, user, payment: paymentBefore, event } = await buyPaidTickets(2, highPrice);
    expect((await refundTicket(first)).json.data.state).toBe("refunded");
    const asked = await refundTicket(second);
    expect(asked.json.data).toMatchObject({
      state: "valid",
      refund: null,
      refund_needs_approval: true,
      awaiting: { requested_by: { id: admin.id } },
    });
    expect((await storedPayment(paymentBefore.id))?.refundedAmount).toBe(highPrice);
    expect((await app.audit())[0]?.after).toMatchObject({ state: "valid", reason });
    const change = (subpath: string, body: object) =>
      app.call("PATCH", `/events/tickets/${second}/${subpath}`, {
        token: admin.token,
        body: { version: 1, reason, ...body },
      });
    for (const refused of [
      await refundTicket(second),
      await change("void", {}),
      await change("holder", { user_id: admin.id }),
    ])
      expect(refused).toMatchObject({ status: 409, json: { current: { id: second, state: "valid" } } });
    expect((await refundPayment(paymentBefore.id, highPrice, highPrice)).status).toBe(409);
    const before = await balanceOf(app.db, user.id);
    await app.mails();
    expect((await decideWaitingRequest("approved")).status).toBe(200);
    expect(await storedTicket(second)).toMatchObject({ state: "refunded", reason });
    expect(await balanceOf(app.db, user.id)).toBe(before + highPrice);
    expect((await app.mails()).map(({ to }) => to)).toEqual([user.email]);
    expect((await app.audit())[0]).toMatchObject({
      recordType: "ticket",
      recordId: second,
      before: { state: "valid", approval: "waiting" },
      after: { state: "refunded", approval: "approved" },
    });
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    expect(await ledgerSum()).toBe(0);
  });

  it("changes nothing if a ticket refund is rejected, and refuses its approval once the ticket is checked in", async () => {
    const { first, second, payment: paymentBefore } = await buyPaidTickets(2, 6_000_000);
    await refundTicket(first);
    expect((await decideWaitingRequest("rejected")).status).toBe(200);
    expect((await storedTicket(first))?.state).toBe("valid");
    await refundTicket(second);
    await checkIn(second);
    expect(await decideWaitingRequest("approved")).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("Reject") },
    });
    expect((await storedPayment(paymentBefore.id))?.refundedAmount).toBe(0);
    expect((await decideWaitingRequest("rejected")).status).toBe(200);
  });
});

describe("refunding a payment for tickets from its own page", () => {
  it("refuses a partial refund of a payment for tickets; a full one refunds valid tickets and keeps checked-in ones", async () => {
    const { ids, first, second, user, event, payment: paymentBefore } = await buyPaidTickets(3);
    expect((await refundPayment(paymentBefore.id, 100_000, 300_000)).json).toMatchObject({
      status: 409,
      message: expect.stringContaining("Refund single tickets"),
      current: { id: paymentBefore.id },
    });
    await refundTicket(first);
    await checkIn(second);
    await app.mails();
    expect((await refundPayment(paymentBefore.id, 200_000, 200_000)).status).toBe(200);
    const states = await Promise.all(ids.map(async (id) => (await storedTicket(id))?.state));
    expect(states).toEqual(["refunded", "checked_in", "refunded"]);
    expect((await storedPayment(paymentBefore.id))?.state).toBe("refunded");
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.refund",
      after: { state: "refunded", tickets_refunded: 1, tickets_left_checked_in: 1 },
    });
    expect((await app.mails()).map(({ to }) => to)).toEqual([user.email]);
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    expect(await ledgerSum()).toBe(0);
  });

  it("refunds the tickets too if their payment's refund needs another admin's approval", async () => {
    const { first, event, payment: paymentBefore } = await buyPaidTickets(1, 6_000_000);
    expect((await refundPayment(paymentBefore.id, 6_000_000, 6_000_000)).json.data.awaiting).not.toBeNull();
    expect((await refundTicket(first)).status).toBe(409);
    expect((await decideWaitingRequest("approved", "transaction.refund")).status).toBe(200);
    expect(await storedTicket(first)).toMatchObject({ state: "refunded", reason });
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
  });
});

it("refunds a ticket once if its event is cancelled while its refund is pending", async () => {
  const { first, user, event, types } = await buyPaidTickets(1, 6_000_000);
  expect((await refundTicket(first)).json.data.awaiting).not.toBeNull();
  const asked = { version: event.version, title: event.title, include_checked_in: false, reason };
  await post(`/events/${event.id}/cancellation`, { ...asked, tickets: 1, amount: types[0]?.price });
  expect((await decideWaitingRequest("approved", "event.cancel")).status).toBe(200);
  expect(await runCancellations(app.db)).toBe(1);
  expect(await storedTicket(first)).toMatchObject({ state: "refunded" });
  expect((await decideWaitingRequest("approved")).json.message).toMatch(/no longer valid.*Reject the request/);
  expect(await balanceOf(app.db, user.id)).toBe(6_000_000);
  await decideWaitingRequest("rejected");
});

describe("a dispute about a payment for tickets", () => {
  /** Buys two tickets by card, checks in the second, and opens a dispute. */
  async function disputed(price: number) {
    const made = await makeEvent(app, { types: [{ price }] });
    const user = await makeUser(app);
    const { place, pay } = orderCallsOf(app, made);
    const { id } = (await place(user, [2])).json.data;
    const { payment: paymentBefore } = (await pay(user, id, "card")).json.data;
    await sendSimulatedPaymentReport(paymentBefore.reference, "succeeded");
    const bought = await app.db.select().from(tickets).where(eq(tickets.orderId, id)).orderBy(asc(tickets.id));
    const [first = "", second = ""] = bought.map((each) => each.id);
    await checkIn(second);
    expect((await dispute(paymentBefore.id, "disputed")).status).toBe(200);
    await app.mails();
    return { ...made, user, of: paymentBefore, first, second };
  }
  const dispute = async (id: string, state: "disputed" | "won" | "lost") => {
    const body = { state, reason: "Said by the bank", version: (await storedPayment(id))?.version };
    const headers = { "idempotency-key": uuid() };
    return app.call("PATCH", `/transactions/${id}/dispute`, { token: admin.token, body, headers });
  };

  it("voids valid tickets if the dispute of their payment is lost, frees their seats and notifies the holder, but keeps checked-in ones", async () => {
    const { of: paymentBefore, first, second, user, event } = await disputed(100_000);
    expect((await dispute(paymentBefore.id, "lost")).json.data.state).toBe("lost");
    expect(await storedTicket(first)).toMatchObject({
      state: "void",
      refundId: null,
      reason: expect.stringContaining("bank"),
    });
    expect((await storedTicket(second))?.state).toBe("checked_in");
    expect((await app.audit())[0]).toMatchObject({
      action: "transaction.dispute",
      after: { state: "lost", tickets_void: 1, tickets_left_checked_in: 1 },
    });
    expect(await app.mails()).toMatchObject([
      { to: user.email, subject: "The dispute about your payment is decided" },
      { to: user.email, subject: expect.stringContaining("no longer valid") },
    ]);
    expect(await findSeatMismatches(app.db, event.id)).toEqual([]);
    expect(await ledgerSum()).toBe(0);
  });

  it("voids valid tickets once an admin approves the loss of a dispute, and changes none if the dispute is won", async () => {
    const [lostPurchase, wonPurchase] = [await disputed(3_000_000), await disputed(100_000)];
    expect((await dispute(lostPurchase.of.id, "lost")).json.data.awaiting).not.toBeNull();
    expect((await storedTicket(lostPurchase.first))?.state).toBe("valid");
    expect((await decideWaitingRequest("approved", "transaction.dispute")).status).toBe(200);
    expect((await storedTicket(lostPurchase.first))?.state).toBe("void");
    await dispute(wonPurchase.of.id, "won");
    expect((await storedTicket(wonPurchase.first))?.state).toBe("valid");
    expect(await findSeatMismatches(app.db, lostPurchase.event.id)).toEqual([]);
  });
});
