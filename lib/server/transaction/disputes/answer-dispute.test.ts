import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { disputes } from "@/lib/server/db/schema/dispute";
import { outbox } from "@/lib/server/db/schema/outbox";
import { transactions } from "@/lib/server/db/schema/transaction";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeDispute, replaceProviderDisputes, reportedDispute, timeInHours } from "@/lib/server/testing/disputes";
import { readPdfPageTexts } from "@/lib/server/testing/documents";
import { balanceOf, fundAccount } from "@/lib/server/testing/ledger";
import { makeJpeg, makePrintedPdf } from "@/lib/server/testing/pictures";
import { changeSettings } from "@/lib/server/testing/settings";
import { ProviderRejection, ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import { fetchDisputes } from "./fetch-disputes";

const settings = changeSettings();
let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let approver: Awaited<ReturnType<typeof makeAdmin>>;
let provider: ReturnType<typeof replaceProviderDisputes>;

beforeAll(async () => {
  settings.simulatedProvider = true;
  settings.paystackSecretKeys = [];
  app = await startTestApp();
  admin = await makeAdmin(app, { firstName: "Ngozi" });
  approver = await makeAdmin(app, { firstName: "Ekaette" });
  await fundAccount(app.db, IDS.suspense, 100_000_000);
  provider = replaceProviderDisputes();
});
beforeEach(async () => {
  provider.reported.length = 0;
  provider.answer.mockClear();
  await app.db.delete(outbox);
});
afterAll(async () => {
  provider.restore();
  await app.stop();
});

const call = (method: string, path: string, body?: object, actor = admin) =>
  app.call(method, `/transactions/disputes${path}`, {
    token: actor.token,
    headers: { "idempotency-key": uuid() },
    ...(body && { body }),
  });
const read = async (id: string) => (await call("GET", `/${id}`)).json.data;
const answer = async (id: string, body: object, actor = admin) =>
  call(
    "PATCH",
    `/${id}/answer`,
    { version: (await read(id)).version, message: "Delivered on the same day", ...body },
    actor,
  );

/** Inserts a dispute into the database and into the fake provider's list. */
async function knownDispute(values: Parameters<typeof makeDispute>[1] = {}) {
  const dispute = await makeDispute(app, values);
  const { amount, dueAt, openedAt } = dispute;
  provider.reported.push(
    reportedDispute(dispute.reference, {
      ...{ amount, dueAt: dueAt.toISOString(), createdAt: openedAt.toISOString() },
    }),
  );
  return dispute;
}

const deliver = async () => {
  await app.db.update(outbox).set({ nextAttemptAt: new Date(0) });
  return deliverOutboxKind("dispute", app.db);
};
const decide = async (id: string, decision: "approved" | "rejected", actor = approver) => {
  const [request] = await app.db.select().from(approvals).where(eq(approvals.recordId, id));
  return app.call("PATCH", `/approvals/${request?.id}/decision`, {
    token: actor.token,
    headers: { "idempotency-key": uuid() },
    body: { decision, ...(decision === "rejected" && { reason: "It is late" }) },
  });
};

describe("answering a dispute", () => {
  it("contesting a dispute sends the payment's proof, the evidence and the message to the provider once", async () => {
    const { id, providerDisputeId, payment } = await knownDispute();
    const { status, json } = await answer(id, { answer: "contest" });
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ answer: "contest", answer_amount: 0, needs_answer: false, sent_at: null }),
    ]);
    expect((await app.audit(id))[0]).toMatchObject({
      action: "transaction.answerDispute",
      adminId: admin.id,
      after: { answer: "Contested", message: "Delivered on the same day" },
    });
    await deliver();
    await deliver();
    expect(provider.answer).toHaveBeenCalledTimes(1);
    expect(provider.answer).toHaveBeenCalledWith({
      disputeId: providerDisputeId,
      answer: "contest",
      amount: 0,
      message: "Delivered on the same day",
      evidenceId: expect.any(String),
      file: { name: `evidence-${payment.reference}.pdf`, type: "application/pdf", bytes: expect.any(Uint8Array) },
    });
    expect(await read(id)).toMatchObject({ state: "at_bank", sent_at: expect.any(String), problem: null });
    expect(await app.db.$count(outbox, eq(outbox.kind, "dispute"))).toBe(0);
  });

  it("accepting a part of a disputed amount needs no evidence", async () => {
    const { id } = await knownDispute();
    expect((await answer(id, { answer: "accept", amount: 40_000 })).json.data).toMatchObject({ answer_amount: 40_000 });
    await deliver();
    const sent = provider.answer.mock.calls.map(([each]) => each);
    expect(sent.map((each) => [each.answer, each.amount, each.file])).toEqual([["accept", 40_000, undefined]]);
  });

  it.each([
    ["more than is claimed", { answer: "accept", amount: 101_501 }, {}, 400, /Only ₦1,015\.00 are claimed/],
    ["an acceptance without an amount", { answer: "accept" }, {}, 400, /amount/i],
    ["no message", { answer: "contest", message: " " }, {}, 400, /message/i],
    ["an answer after the due time", { answer: "contest" }, { dueAt: timeInHours(-1) }, 409, /was due on/],
    ["an answer to a decided dispute", { answer: "contest" }, { state: "resolved" as const }, 409, /is decided/],
    ["an answer while the bank has it", { answer: "contest" }, { state: "at_bank" as const }, 409, /does not wait/],
    ["an older version", { answer: "contest", version: 9 }, {}, 409, /has changed/],
  ])("answering a dispute refuses %s", async (_, body, values, status, message) => {
    const { id } = await knownDispute(values);
    const refused = await answer(id, body);
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([status, expect.stringMatching(message)]);
    expect((await read(id)).answer).toBeNull();
    expect(await app.db.$count(outbox, eq(outbox.kind, "dispute"))).toBe(0);
  });

  it("a second answer to a dispute is refused, and an answer by an admin without the right to update", async () => {
    const { id } = await knownDispute();
    const reader = await makeAdmin(app, { rights: makeRights({ Transactions: ["read"] }) });
    expect((await answer(id, { answer: "contest" }, reader)).status).toBe(403);
    await answer(id, { answer: "contest" });
    expect((await answer(id, { answer: "accept", amount: 1 })).json.message).toMatch(/answered already/);
  });

  it("accepting a dispute above the refund limit is sent only after a second admin's approval", async () => {
    const amount = Number(settings.refundLimit) + 1;
    const { id } = await knownDispute({ amount });
    const requested = (await answer(id, { answer: "accept", amount })).json.data;
    expect(requested).toMatchObject({
      answer: null,
      awaiting: { change: expect.stringContaining("go back to the payer's bank") },
    });
    expect((await answer(id, { answer: "contest" })).json.message).toMatch(/already waits for approval/);
    expect((await decide(id, "approved", admin)).status).not.toBe(200);
    expect(await app.db.$count(outbox, eq(outbox.kind, "dispute"))).toBe(0);
    expect((await decide(id, "approved")).status).toBe(200);
    expect(await read(id)).toMatchObject({ answer: "accept", answer_amount: amount, answered_by: { id: admin.id } });
    await deliver();
    expect(provider.answer).toHaveBeenCalledTimes(1);
  });

  it("accepting a dispute can't be approved after the due time", async () => {
    const amount = Number(settings.refundLimit) + 1;
    const { id } = await knownDispute({ amount });
    await answer(id, { answer: "accept", amount });
    await app.db
      .update(disputes)
      .set({ dueAt: timeInHours(-1) })
      .where(eq(disputes.id, id));
    const late = await decide(id, "approved");
    expect([late.status, late.json.message]).toEqual([409, expect.stringMatching(/was due on.*Reject the request/)]);
    expect((await decide(id, "rejected")).status).toBe(200);
  });
});

describe("sending an answer", () => {
  it("a dispute's answer is sent again if the provider does not respond, and once if only the response was lost", async () => {
    const { id, providerDisputeId } = await knownDispute();
    await answer(id, { answer: "contest" });
    provider.list.mockRejectedValueOnce(new ProviderUnavailable("Paystack", "timeout"));
    await deliver();
    expect(await read(id)).toMatchObject({ sent_at: null, problem: null });
    provider.answer.mockImplementationOnce(async ({ disputeId }) => {
      for (const each of provider.reported) if (each.id === disputeId) each.state = "at_bank";
      throw new ProviderUnavailable("Paystack", "timeout");
    });
    await deliver();
    expect(await read(id)).toMatchObject({ sent_at: null, problem: expect.stringContaining("not confirmed") });
    await deliver();
    expect(provider.answer).toHaveBeenCalledTimes(1);
    expect(provider.answer.mock.calls[0]?.[0].disputeId).toBe(providerDisputeId);
    expect(await read(id)).toMatchObject({ sent_at: expect.any(String), problem: null });
  });

  it("a dispute's answer that the provider refuses is cleared, so that the dispute can be answered again", async () => {
    const { id } = await knownDispute();
    await answer(id, { answer: "contest" });
    provider.answer.mockRejectedValueOnce(new ProviderRejection("Paystack", "Evidence is missing"));
    await deliver();
    expect(await read(id)).toMatchObject({
      answer: null,
      needs_answer: true,
      problem: expect.stringContaining("Evidence is missing"),
    });
    expect((await app.audit(id))[0]).toMatchObject({ action: "transaction.disputeAnswerRefused" });
    expect((await answer(id, { answer: "accept", amount: 101_500 })).status).toBe(200);
    await deliver();
    expect(provider.answer).toHaveBeenCalledTimes(2);
  });

  it("a dispute's answer is not sent if the dispute was already answered in the provider's dashboard", async () => {
    const { id } = await knownDispute();
    await answer(id, { answer: "contest" });
    Object.assign(provider.reported[0] ?? {}, { state: "at_bank" });
    await deliver();
    expect(provider.answer).not.toHaveBeenCalled();
    expect(await read(id)).toMatchObject({
      answer: null,
      state: "at_bank",
      problem: expect.stringContaining("at the provider"),
    });
  });
});

describe("evidence", () => {
  const upload = async (raw: Buffer, type: string) =>
    (
      await app.call("POST", "/transactions/disputes/uploads", {
        token: admin.token,
        raw: Uint8Array.from(raw),
        headers: { "content-type": type },
      })
    ).json.data.id as string;

  it("evidence of a dispute can be texts and downloadable files, and is sent as one PDF", async () => {
    const { id, payment } = await knownDispute();
    expect((await call("POST", `/${id}/evidence`, { text: "Token 4711 was delivered to Amaka O’Neill" })).status).toBe(
      200,
    );
    const jpeg = { upload_id: await upload(await makeJpeg(1), "image/jpeg"), name: "Signed note.jpg" };
    await call("POST", `/${id}/evidence`, { file: jpeg });
    const pdf = { upload_id: await upload(await makePrintedPdf(1), "application/pdf"), name: "Delivery.pdf" };
    const { evidence } = (await call("POST", `/${id}/evidence`, { file: pdf })).json.data;
    expect(evidence.map((each: { file_name: string }) => each.file_name)).toEqual([
      null,
      "Signed note.jpg",
      "Delivery.pdf",
    ]);
    const file = await call("GET", `/${id}/evidence/${evidence[2].id}`);
    expect([file.status, file.headers.get("x-content-type-options"), file.headers.get("content-disposition")]).toEqual([
      200,
      "nosniff",
      `attachment; filename="${payment.reference}-evidence.pdf"`,
    ]);
    expect((await app.audit(id))[0]).toMatchObject({
      action: "transaction.evidenceFile",
      after: { downloaded: "Delivery.pdf" },
    });
    await answer(id, { answer: "contest" });
    await deliver();
    const sent = provider.answer.mock.calls[0]?.[0].file?.bytes;
    const pages = await readPdfPageTexts(new Blob([Buffer.from(sent ?? [])]));
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(pages[0]).toContain("Electricity, meter 0123");
    expect(pages[1]).toContain("Token 4711");
    expect(pages[2]).toContain("Signed note.jpg");
  });

  it("evidence of a dispute can be removed with its file until the dispute is answered", async () => {
    const { id } = await knownDispute();
    const { evidence } = (await call("POST", `/${id}/evidence`, { text: "Some proof" })).json.data;
    expect((await call("DELETE", `/${id}/evidence/${evidence[0].id}`)).json.data.evidence).toEqual([]);
    expect((await call("DELETE", `/${id}/evidence/${evidence[0].id}`)).status).toBe(404);
    const kept = (await call("POST", `/${id}/evidence`, { text: "More proof" })).json.data.evidence[0];
    await answer(id, { answer: "contest" });
    expect((await call("DELETE", `/${id}/evidence/${kept.id}`)).json.message).toMatch(/answered already/);
    expect((await call("POST", `/${id}/evidence`, { text: "Too late" })).status).toBe(409);
  });

  it("evidence of a dispute is refused if it is empty, an upload of another admin, an upload that is already used, or the eleventh piece", async () => {
    const { id } = await knownDispute();
    expect((await call("POST", `/${id}/evidence`, { text: " " })).status).toBe(400);
    const upload_id = await upload(await makeJpeg(2), "image/jpeg");
    const file = { upload_id, name: "Photo.jpg" };
    expect((await call("POST", `/${id}/evidence`, { file }, approver)).json.message).toMatch(/no longer here/);
    expect((await call("POST", `/${id}/evidence`, { file })).status).toBe(200);
    expect((await call("POST", `/${id}/evidence`, { file })).status).toBe(400);
    for (let n = 0; n < 9; n++) await call("POST", `/${id}/evidence`, { text: `Proof number ${n}` });
    expect((await call("POST", `/${id}/evidence`, { text: "One too many" })).json.message).toMatch(/at most 10/);
  });
});

describe("the outcome that the provider reports", () => {
  const record = async (id: string) => call("PATCH", `/${id}/outcome`, { version: (await read(id)).version });
  const stateOf = async (id: string) =>
    (await app.db.select().from(transactions).where(eq(transactions.id, id)))[0]?.state;

  async function resolved(resolution: string, values: Parameters<typeof makeDispute>[1] = {}) {
    const dispute = await knownDispute(values);
    Object.assign(provider.reported[0] ?? {}, { state: "resolved", resolution });
    await fetchDisputes(app.db);
    return dispute;
  }

  it("a dispute that the provider reports as won is recorded without moving money", async () => {
    const { id, payment } = await resolved("declined");
    expect(await read(id)).toMatchObject({ outcome: "won", can_record: true, transaction_state: "disputed" });
    const before = await balanceOf(app.db, IDS.settlement_float);
    expect((await record(id)).json.data).toMatchObject({ can_record: false, transaction_state: "won" });
    expect([await stateOf(payment.id), await balanceOf(app.db, IDS.settlement_float)]).toEqual(["won", before]);
    expect((await record(id)).status).toBe(409);
  });

  it("a dispute that the provider reports as lost takes the amount that the provider deducts, fee included", async () => {
    const { id, payment } = await resolved("auto-accepted");
    // The ledger check already reports the test payments, which have no ledger entries. The dispute must add no further fault.
    const { faults } = await verifyLedger(app.db);
    const before = await balanceOf(app.db, IDS.settlement_float);
    expect((await record(id)).json.data.transaction_state).toBe("lost");
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(before - 101_500);
    expect((await app.audit(payment.id))[0]).toMatchObject({
      action: "transaction.recordDisputeOutcome",
      after: { state: "lost", reason: expect.stringContaining("The bank decided: lost (auto-accepted)") },
    });
    expect((await verifyLedger(app.db)).faults).toEqual(faults);
  });

  it("a dispute that we accepted in part takes only the accepted amount", async () => {
    const { id } = await knownDispute();
    await answer(id, { answer: "accept", amount: 40_000 });
    await deliver();
    Object.assign(provider.reported[0] ?? {}, { state: "resolved", resolution: "merchant-accepted" });
    await fetchDisputes(app.db);
    const before = await balanceOf(app.db, IDS.settlement_float);
    expect((await record(id)).json.data.transaction_state).toBe("lost");
    expect(await balanceOf(app.db, IDS.settlement_float)).toBe(before - 40_000);
  });

  it("a lost dispute above the limit is posted only after a second admin's approval", async () => {
    const amount = Number(settings.refundLimit) + 5;
    const { id, payment } = await resolved("merchant-accepted", { amount });
    const before = await balanceOf(app.db, IDS.settlement_float);
    expect((await record(id)).json.data).toMatchObject({
      transaction_state: "disputed",
      can_record: false,
      loss_awaits_approval: true,
    });
    expect((await decide(payment.id, "approved")).status).toBe(200);
    expect([await stateOf(payment.id), await balanceOf(app.db, IDS.settlement_float)]).toEqual([
      "lost",
      before - amount,
    ]);
  });

  it("a dispute's outcome can't be recorded before the bank's decision, or if the provider's resolution is unknown", async () => {
    const unclear = await resolved("split-decision");
    expect(await read(unclear.id)).toMatchObject({ outcome: null, can_record: false });
    expect((await record(unclear.id)).status).toBe(409);
    const open = await knownDispute();
    expect((await record(open.id)).json.message).toMatch(/does not report an outcome/);
  });
});
