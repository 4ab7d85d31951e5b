import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { outbox, type QueuedRefund } from "@/lib/server/db/schema/outbox";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { addCitizenDevice, FAKE_FIREBASE, takeQueuedCitizenMessages } from "@/lib/server/testing/queued-news";
import { changeSettings } from "@/lib/server/testing/settings";
import { receiveWebhook } from "./receive-webhook";
import { deliverRefund } from "./send-refund";
import { signSimulatedWebhook, simulatedProvider } from "./simulated-provider";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let payer: Awaited<ReturnType<typeof makeUser>>;
let receiver: Awaited<ReturnType<typeof makeUser>>;
let card: string;
const settings = changeSettings();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  settings.firebaseServiceAccount = FAKE_FIREBASE;
  card = uuid();
  await app.db.insert(paymentMethods).values({
    id: card,
    code: "card",
    name: "Card",
    channel: "card",
    provider: "simulated",
    minAmount: 100,
    maxAmount: 1_000_000_000,
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  [payer, receiver] = [await makeUser(app, { firstName: "Ada", lastName: "Obi" }), await makeUser(app)];
  for (const { id } of [payer, receiver]) await addCitizenDevice(app, id);
  await fundAccount(app.db, payer.id, 10_000_000);
  await fundAccount(app.db, IDS.suspense, 1_000_000);
  await takeQueuedCitizenMessages(app);
});

const REASON = "CONFIDENTIAL: the customer threatens to sue";

/** Creates a payment that has succeeded: by default a bill paid by card. */
async function makePayment(values: Partial<typeof transactions.$inferInsert> = {}) {
  const [payment] = await app.db
    .insert(transactions)
    .values({
      ...{ id: uuid(), reference: `TRX-${uuid()}`, userId: payer.id, type: "bill_payment", channel: "card" },
      ...{ methodId: card, amount: 100_000, fee: 0 },
      ...values,
    })
    .returning();
  if (!payment) throw new Error("no payment");
  const { reference } = payment;
  const report = { eventId: uuid(), reference, state: "succeeded", providerReference: "SIM-1", message: "" } as const;
  const { raw, signature } = signSimulatedWebhook(report);
  const headers = { "x-payment-signature": signature };
  await receiveWebhook("simulated", new Request("http://test/", { method: "POST", body: raw, headers }));
  await takeQueuedCitizenMessages(app);
  return payment;
}

const call = (method: "POST" | "PATCH", path: string, body: object, token = admin.token) =>
  app.call(method, path, {
    token,
    headers: { "idempotency-key": uuid() },
    body,
  });
const refund = (id: string, amount: number, remaining = 100_000) =>
  call("POST", `/transactions/${id}/refund`, { amount, remaining, reason: REASON });
async function dispute(id: string, state: string) {
  const { version } = (await app.call("GET", `/transactions/${id}`, { token: admin.token })).json.data;
  return call("PATCH", `/transactions/${id}/dispute`, { state, version, reason: REASON });
}
const toTransfer = () => ({ type: "transfer", channel: "wallet", counterpartyId: receiver.id }) as const;

describe("a refund", () => {
  it("notifies the payer of a refund by mail and push, without the admin's reason", async () => {
    const { id, reference } = await makePayment();
    expect((await refund(id, 40_000)).status).toBe(200);
    const { mails, pushes } = await takeQueuedCitizenMessages(app);
    const text = "₦400.00 of your payment is refunded to where you paid from.";
    expect(mails).toMatchObject([{ to: payer.email, subject: "₦400.00 refunded" }]);
    expect(mails[0]?.text).toContain(`${text}\n\nReference: ${reference}`);
    const data = { category: "transaction", transaction_id: id };
    expect(pushes).toEqual([{ userId: payer.id, title: "₦400.00 refunded", body: text, data }]);
    const { phone, dateOfBirth, address } = payer;
    for (const secret of ["CONFIDENTIAL", phone, dateOfBirth, address, admin.name])
      expect(JSON.stringify([mails, pushes])).not.toContain(secret);
  });

  it("notifies both citizens of a refunded transfer, and states where the money of a refunded top-up comes from", async () => {
    const transfer = await makePayment(toTransfer());
    expect((await refund(transfer.id, 100_000)).status).toBe(200);
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails).toMatchObject([
      { to: payer.email, text: expect.stringContaining("refunded to your wallet") },
      { to: receiver.email, subject: "₦1,000.00 returned to Ada O***" },
    ]);
    const topUp = await makePayment({ type: "wallet_funding" });
    await refund(topUp.id, 100_000);
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { text: expect.stringContaining("It was taken from your wallet.") },
    ]);
  });

  it("notifies the payer of a refund above the limit when the refund is approved, and not when it is requested", async () => {
    const { id } = await makePayment({ amount: 9_000_000 });
    const requested = await refund(id, 9_000_000, 9_000_000);
    expect(requested.json.data.awaiting).not.toBeNull();
    expect(await takeQueuedCitizenMessages(app)).toEqual({ mails: [], pushes: [] });
    const approver = await makeAdmin(app);
    const { approvalId } = requested.json.data.awaiting;
    const decision = { decision: "approved" };
    const approved = await call("PATCH", `/approvals/${approvalId}/decision`, decision, approver.token);
    expect(approved.status).toBe(200);
    const { mails } = await takeQueuedCitizenMessages(app);
    expect(mails).toMatchObject([{ to: payer.email, subject: "₦90,000.00 refunded" }]);
    expect(JSON.stringify(mails)).not.toContain("CONFIDENTIAL");
  });

  it("a refused refund sends no notification, and a payer without an email address gets only a push", async () => {
    const { id } = await makePayment();
    expect((await refund(id, 100_000, 1)).status).toBe(409);
    expect(await takeQueuedCitizenMessages(app)).toEqual({ mails: [], pushes: [] });
    await app.db.update(users).set({ email: null }).where(eq(users.id, payer.id));
    await refund(id, 10_000);
    expect(await takeQueuedCitizenMessages(app)).toMatchObject({ mails: [], pushes: [{ userId: payer.id }] });
  });

  it("a refund is announced as late after an hour, even if the provider never responds to the request", async () => {
    const { id } = await makePayment();
    await refund(id, 30_000);
    await takeQueuedCitizenMessages(app);
    const rows = await app.db.delete(outbox).where(eq(outbox.kind, "refund")).returning();
    const queued = rows.at(-1)?.payload as QueuedRefund;
    const silent = vi.spyOn(simulatedProvider, "refund").mockReturnValue(new Promise(() => {}));
    void deliverRefund(app.db, queued, new Date(Date.now() - 3_600_000));
    await vi.waitFor(() => expect(silent).toHaveBeenCalledOnce(), { timeout: 10_000 });
    silent.mockRestore();
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { to: payer.email, subject: "Your refund takes longer", text: expect.stringContaining("₦300.00") },
    ]);
  });

  it("a refund that the provider rejects for an hour is announced as late once, and later as sent", async () => {
    const { id } = await makePayment();
    await refund(id, 30_000);
    await takeQueuedCitizenMessages(app);
    const rows = await app.db.delete(outbox).where(eq(outbox.kind, "refund")).returning();
    const queued = rows.at(-1)?.payload as QueuedRefund;
    const away = vi.spyOn(simulatedProvider, "refund").mockRejectedValue(new Error("away"));
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await expect(deliverRefund(app.db, queued, new Date(Date.now() - 60_000))).rejects.toThrow("away");
    expect((await takeQueuedCitizenMessages(app)).mails).toEqual([]);
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(deliverRefund(app.db, queued, anHourAgo)).rejects.toThrow("away");
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { to: payer.email, subject: "Your refund takes longer", text: expect.stringContaining("₦300.00") },
    ]);
    expect((await app.audit(queued.refundId))[0]).toMatchObject({ action: "transaction.refundDelayed", adminId: null });
    away.mockRestore();
    for (let attempt = 0; attempt < 2; attempt++) await deliverRefund(app.db, queued, anHourAgo);
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { to: payer.email, subject: "₦300.00 refunded" },
    ]);
    const { events } = (await app.call("GET", `/transactions/${queued.refundId}`, { token: admin.token })).json.data;
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["taken", "delayed", "attempt", "request"]);
  });
});

describe("the outcome of a dispute", () => {
  it("notifies the payer of a dispute's outcome, without the admin's text, and does not notify of a dispute's start", async () => {
    const { id } = await makePayment();
    expect((await dispute(id, "disputed")).status).toBe(200);
    expect(await takeQueuedCitizenMessages(app)).toEqual({ mails: [], pushes: [] });
    expect((await dispute(id, "won")).status).toBe(200);
    const { mails, pushes } = await takeQueuedCitizenMessages(app);
    expect(mails).toMatchObject([{ to: payer.email, subject: "The dispute about your payment is decided" }]);
    expect(mails[0]?.text).toContain("The payment stands, so it is not refunded.");
    expect(pushes).toHaveLength(1);
    expect(JSON.stringify([mails, pushes])).not.toContain("CONFIDENTIAL");
  });

  it("states who returns the money of a lost dispute, also to the receiver of a transfer", async () => {
    const byCard = await makePayment();
    await dispute(byCard.id, "disputed");
    await dispute(byCard.id, "lost");
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { to: payer.email, text: expect.stringContaining("Your bank returns ₦1,000.00 to you.") },
    ]);
    const transfer = await makePayment(toTransfer());
    await dispute(transfer.id, "disputed");
    await dispute(transfer.id, "lost");
    expect((await takeQueuedCitizenMessages(app)).mails).toMatchObject([
      { to: payer.email, text: expect.stringContaining("₦1,000.00 is in your wallet again.") },
      { to: receiver.email, text: expect.stringContaining("because they won a dispute") },
    ]);
  });

  it("a refused step of a dispute sends no notification", async () => {
    const { id } = await makePayment();
    expect((await dispute(id, "won")).status).toBe(409);
    expect(await takeQueuedCitizenMessages(app)).toEqual({ mails: [], pushes: [] });
  });
});
