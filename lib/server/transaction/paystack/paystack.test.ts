import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/server/base/log";
import { PAYSTACK_KEY, PREVIOUS_PAYSTACK_KEY, startFakePaystack } from "@/lib/server/testing/fake-paystack";
import { changeSettings } from "@/lib/server/testing/settings";
import { DuplicateBeginError, ProviderRejection, ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import type { PaymentBeginOrder } from "@/lib/server/transaction/provider-port";
import { refundTimeLimits } from "./orders";
import { paystackProvider as provider } from "./provider";
import { paystackTimings } from "./request";

const settings = changeSettings();
const usualTimes = { ...paystackTimings };
let paystack: Awaited<ReturnType<typeof startFakePaystack>>;
beforeAll(() => void Object.assign(paystackTimings, { attempt: 300, pause: 5 }));
beforeEach(async () => {
  await paystack?.stop();
  paystack = await startFakePaystack();
  Object.assign(settings, { paystackUrl: paystack.url, paystackSecretKeys: [PAYSTACK_KEY] });
});
afterAll(async () => {
  Object.assign(paystackTimings, usualTimes);
  await paystack.stop();
});

const ORDER: PaymentBeginOrder = { reference: "TRX-0123456789AB", amount: 50_500, channel: "card", userId: "u-1" };
const begin = (changes: Partial<PaymentBeginOrder> = {}) => provider.begin({ ...ORDER, ...changes });

describe("begin", () => {
  it("the Paystack adapter returns the page of a card payment, and sends kobo, naira and no personal data", async () => {
    expect(await begin()).toEqual({
      kind: "page",
      url: expect.stringMatching(/^https:\/\/checkout\.paystack\.com\//),
      expires_at: expect.any(String),
    });
    expect(paystack.received).toMatchObject([
      {
        path: "/transaction/initialize",
        key: PAYSTACK_KEY,
        body: {
          reference: ORDER.reference,
          amount: 50_500,
          currency: "NGN",
          email: "u-1@crossriverpay.example",
          channels: ["card"],
        },
      },
    ]);
  });

  it("the Paystack adapter returns the bank account of a transfer with its expiry", async () => {
    const checkout = await begin({ channel: "bank_transfer" });
    expect(checkout).toMatchObject({
      kind: "bank_account",
      bank: "Test Bank",
      account_number: expect.stringMatching(/^\d{10}$/),
      account_name: "PAYSTACK CHECKOUT",
    });
    const minutes = (Date.parse(checkout.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThan(31);
  });

  it("the Paystack adapter returns a USSD code for a bank that has one, and the page for other banks", async () => {
    expect(await begin({ channel: "ussd", bankCode: "058" })).toMatchObject({
      kind: "ussd",
      code: expect.stringMatching(/^\*737\*[\d*]+#$/),
    });
    expect(await begin({ reference: "TRX-2", channel: "ussd", bankCode: "011" })).toMatchObject({ kind: "page" });
    expect(await begin({ reference: "TRX-3", channel: "ussd" })).toMatchObject({ kind: "page" });
  });

  it("the Paystack adapter throws Paystack's reason as a sentence if it refuses to begin a payment", async () => {
    await expect(begin({ amount: 100 })).rejects.toThrow(
      new ProviderRejection("Paystack", "Amount must be at least ₦100.", "invalid_amount"),
    );
  });

  it("the Paystack adapter throws DuplicateBeginError when the response to an earlier request to begin the payment was lost", async () => {
    paystack.plan(/initialize/, "lost");
    await expect(begin()).rejects.toBeInstanceOf(DuplicateBeginError);
    expect(paystack.received).toHaveLength(2);
  });
});

describe("a request", () => {
  it("the Paystack adapter repeats a request with the same reference after errors", async () => {
    paystack.plan(/initialize/, "error", "cut");
    expect(await begin()).toMatchObject({ kind: "page" });
    expect(paystack.received.map(({ body }) => body.reference)).toEqual(Array(3).fill(ORDER.reference));
  });

  it.each([
    ["error", "server", 3],
    ["hang", "timeout", 3],
    ["cut", "unreachable", 3],
    ["garbage", "unreadable", 3],
    ["html", "unreadable", 3],
    ["too many", "too_many", 3],
    ["too many for long", "too_many", 1],
    ["forbidden", "key", 1],
  ] as const)(
    "the Paystack adapter throws ProviderUnavailable after the fault: %s",
    async (fault, reason, attempts) => {
      paystack.plan(/verify/, fault, fault, fault, fault);
      await expect(provider.verify("TRX-1")).rejects.toMatchObject({ status: 503, reason });
      expect(paystack.received).toHaveLength(attempts);
    },
  );

  it("the Paystack adapter throws ProviderUnavailable when Paystack can't be reached", async () => {
    settings.paystackUrl = "http://127.0.0.1:9";
    await expect(provider.balance()).rejects.toMatchObject({ reason: "unreachable" });
  });

  it("the Paystack adapter uses the previous key while Paystack does not know the new one", async () => {
    settings.paystackSecretKeys = [PAYSTACK_KEY, PREVIOUS_PAYSTACK_KEY];
    paystack.state.keys = [PREVIOUS_PAYSTACK_KEY];
    expect(await provider.balance()).toBe(1_000_000_000);
    paystack.state.keys = [];
    await expect(provider.balance()).rejects.toMatchObject({
      reason: "key",
      message: expect.stringMatching(/operator/),
    });
  });

  it("the Paystack adapter logs neither key nor account number of a failed request", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    paystack.plan(/resolve/, "error", "error", "error");
    await expect(provider.accountName({ bankCode: "058", accountNumber: "0123456789" })).rejects.toThrow();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/sk_test|0123456789/);
    warn.mockRestore();
  });
});

describe("verify", () => {
  const later = new Date(Date.now() + 60_000);
  const kindOf = (expiresAt: Date) => ({ channel: "card", isPayout: false, expiresAt }) as const;

  it("the Paystack adapter returns a paid payment with its amount, card and fee", async () => {
    await begin();
    paystack.pay(ORDER.reference);
    expect(await provider.verify(ORDER.reference)).toMatchObject({
      reference: ORDER.reference,
      state: "succeeded",
      amount: 50_500,
      cardLast4: "4081",
      message: "Approved",
      raw: { status: "success", fees: "150" },
    });
  });

  it.each([
    ["failed", "processing"],
    ["reversed", "failed"],
    ["pending", "processing"],
    ["a state of the future", "processing"],
  ])("the Paystack adapter returns the payment state %s as %s", async (status, state) => {
    await begin();
    paystack.pay(ORDER.reference, { status });
    expect(await provider.verify(ORDER.reference, kindOf(later))).toMatchObject({ state });
  });

  it("the Paystack adapter leaves a payment open after a failed attempt, because the page offers another one until the checkout ends", async () => {
    await begin();
    const webhook = JSON.stringify(paystack.pay(ORDER.reference, { status: "failed" }));
    const signature = createHmac("sha512", PAYSTACK_KEY).update(webhook).digest("hex");
    expect(provider.readWebhook(webhook, signature)).toMatchObject({ state: "processing" });
    expect(await provider.verify(ORDER.reference, kindOf(later))).toMatchObject({ state: "processing" });
    expect(await provider.verify(ORDER.reference, kindOf(new Date(0)))).toMatchObject({ state: "failed" });
    paystack.pay(ORDER.reference);
    expect(await provider.verify(ORDER.reference, kindOf(later))).toMatchObject({ state: "succeeded" });
  });

  it("the Paystack adapter returns the requested amount if Paystack adds its fee for the payer, and any other amount as reported", async () => {
    await begin();
    paystack.pay(ORDER.reference, { amount: 51_300, requested_amount: 50_500, fees: 800 });
    expect(await provider.verify(ORDER.reference)).toMatchObject({ amount: 50_500, raw: { fees: "800" } });
    paystack.pay(ORDER.reference, { amount: 60_000, requested_amount: 50_500, fees: 800 });
    expect(await provider.verify(ORDER.reference)).toMatchObject({ amount: 60_000 });
  });

  it("the Paystack adapter leaves an abandoned or unknown payment open until 5 minutes after its checkout has ended", async () => {
    await begin();
    for (const reference of [ORDER.reference, "TRX-UNKNOWN"]) {
      expect(await provider.verify(reference, kindOf(later))).toMatchObject({ state: "processing" });
      const ended = new Date(Date.now() - 60_000);
      expect(await provider.verify(reference, kindOf(ended))).toMatchObject({ state: "processing" });
      expect(await provider.verify(reference, kindOf(new Date(0)))).toMatchObject({ state: "expired" });
    }
  });

  it("the Paystack adapter reports a currency other than the naira", async () => {
    await begin();
    paystack.pay(ORDER.reference, { currency: "USD" });
    expect(await provider.verify(ORDER.reference)).toMatchObject({ state: "succeeded", currency: "USD" });
  });
});

describe("a payout", () => {
  const order = { reference: "TRX-0123456789AB", amount: 700_000, key: "k", bank_code: "058" };
  const account = { account_number: "0123456789", account_name: "Ekaette Bassey" };
  beforeEach(() => void paystack.state.accounts.set("058/0123456789", "EKAETTE BASSEY"));

  it("the Paystack adapter orders a payout once, although the first response was lost", async () => {
    paystack.plan(/^POST \/transfer$/, "lost");
    const { providerReference } = await provider.payout({ ...order, ...account });
    expect(providerReference).toBe([...paystack.state.transfers.values()][0]?.transfer_code);
    expect(paystack.state.transfers.size).toBe(1);
    expect(await provider.payout({ ...order, ...account })).toEqual({ providerReference });
  });

  it("the Paystack adapter refuses a payout to an unknown account for good; a payout beyond the balance can be sent again", async () => {
    await expect(provider.payout({ ...order, ...account, account_number: "0123456780" })).rejects.toMatchObject({
      code: "PAYOUT_REFUSED",
    });
    paystack.state.balance = 1;
    await expect(provider.payout({ ...order, ...account })).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
    paystack.state.balance = 700_000;
    expect(await provider.payout({ ...order, ...account })).toMatchObject({ providerReference: expect.any(String) });
  });

  it("the Paystack adapter does not refuse a payout for its account if an earlier order arrived although its response was lost", async () => {
    paystack.plan(/^POST \/transfer$/, "lost", "error", "error");
    await expect(provider.payout({ ...order, ...account })).rejects.toBeInstanceOf(ProviderUnavailable);
    paystack.state.accounts.clear();
    const [transfer] = paystack.state.transfers.values();
    expect(await provider.payout({ ...order, ...account })).toEqual({ providerReference: transfer?.transfer_code });
    paystack.plan(/^GET \/transfer/, "error", "error", "error");
    await expect(provider.payout({ ...order, ...account })).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it("the Paystack adapter reads a payout in each of its states", async () => {
    await provider.payout({ ...order, ...account });
    const kind = { channel: "bank_transfer", isPayout: true } as const;
    expect(await provider.verify(order.reference, kind)).toMatchObject({ state: "processing" });
    paystack.endTransfer(order.reference, "success");
    expect(await provider.verify(order.reference, kind)).toMatchObject({
      reference: order.reference,
      state: "succeeded",
      amount: 700_000,
    });
    paystack.endTransfer(order.reference, "reversed");
    expect(await provider.verify(order.reference, kind)).toMatchObject({ state: "failed" });
    expect(await provider.verify("TRX-UNKNOWN", kind)).toMatchObject({ state: "processing" });
  });
});

describe("a refund", () => {
  const order = { reference: ORDER.reference, amount: 20_000, key: "refund-1" };

  it("the Paystack adapter sends a refund once, although the first response was lost", async () => {
    await begin();
    paystack.pay(ORDER.reference);
    paystack.plan(/^POST \/refund$/, "lost");
    await expect(provider.refund(order)).rejects.toBeInstanceOf(ProviderUnavailable);
    const first = await provider.refund(order);
    expect(await provider.refund(order)).toEqual(first);
    expect(paystack.state.refunds).toHaveLength(1);
    await provider.refund({ ...order, key: "refund-2" });
    expect(paystack.state.refunds).toHaveLength(2);
  });

  it("the Paystack adapter sends no refund if reading earlier ones took so long that the outbox may send the order again", async () => {
    await begin();
    paystack.pay(ORDER.reference);
    const usualStart = refundTimeLimits.startMs;
    refundTimeLimits.startMs = -1;
    await expect(provider.refund(order)).rejects.toBeInstanceOf(ProviderUnavailable);
    refundTimeLimits.startMs = usualStart;
    expect(paystack.state.refunds).toEqual([]);
  });
});

describe("lists", () => {
  it("the Paystack adapter returns settlements by page with the amount that reaches the bank", async () => {
    paystack.state.settlements = Array.from({ length: 101 }, (_, index) => ({
      id: 3_090_024 + index,
      status: "success",
      total_amount: 100_000,
      total_fees: 1_500,
      total_processed: 98_500,
      effective_amount: 98_000,
      deductions: null,
      settlement_date: "2026-11-27T23:30:00.000Z",
      settled_by: null,
    }));
    const period = { from: "2026-11-01", to: "2026-11-30" };
    const page = await provider.settlements(period);
    expect(page.items[0]).toEqual({
      id: "3090024",
      state: "paid",
      day: "2026-11-28",
      gross: 100_000,
      fees: 1_500,
      deductions: 500,
      net: 98_000,
      narration: "PSTK_3090024",
    });
    expect(page.items).toHaveLength(100);
    const last = await provider.settlements({ ...period, cursor: page.next_cursor ?? "" });
    expect(last).toMatchObject({ items: [{ id: "3090124" }], next_cursor: null });
    paystack.state.settled.set("3090024", [{ id: 9, reference: "TRX-1", amount: 100_000, fees: 1_500, paid_at: "x" }]);
    expect(await provider.settledItems("3090024")).toEqual({
      items: [
        { kind: "payment", reference: "TRX-1", providerReference: "9", amount: 100_000, fees: 1_500, paidAt: "x" },
      ],
      next_cursor: null,
    });
  });

  it("the Paystack adapter returns disputes, and sends evidence, a file and the answer", async () => {
    paystack.state.disputes = [
      {
        id: 2_867,
        status: "awaiting-merchant-feedback",
        refund_amount: 5_000,
        resolution: null,
        category: "general",
        dueAt: "2026-12-01T18:00:00.000Z",
        createdAt: "2026-11-28T18:00:00.000Z",
        transaction: { reference: "TRX-1", amount: 9_000 },
      },
    ];
    expect(await provider.disputes({ from: "2026-11-01", to: "2026-11-30" })).toEqual({
      items: [
        {
          id: "2867",
          reference: "TRX-1",
          state: "needs_answer",
          amount: 5_000,
          reason: "general",
          createdAt: "2026-11-28T18:00:00.000Z",
          dueAt: "2026-12-01T18:00:00.000Z",
          resolution: null,
        },
      ],
      next_cursor: null,
    });
    const customer = { name: "Ekaette Bassey", email: "e@example.com", phone: "+2348000000000" };
    const { evidenceId } = await provider.sendEvidence({ disputeId: "2867", customer, service: "Market levy" });
    const file = { name: "receipt.pdf", type: "application/pdf", bytes: new Uint8Array(7) };
    await provider.answerDispute({
      disputeId: "2867",
      answer: "contest",
      message: "Paid",
      amount: 0,
      evidenceId,
      file,
    });
    expect(paystack.state.uploads).toEqual([{ path: "/uploads/receipt.pdf", bytes: 7 }]);
    expect(paystack.received.at(-1)).toMatchObject({
      method: "PUT",
      path: "/dispute/2867/resolve",
      body: { resolution: "declined", refund_amount: 0, uploaded_filename: "stored.pdf", evidence: Number(evidenceId) },
    });
  });

  it("the Paystack adapter returns all banks of all pages, without entries that have no bank code", async () => {
    const bank = { active: true, is_deleted: false, supports_transfer: true };
    paystack.state.banks = [
      { ...bank, name: "First Bank of Nigeria", code: "011", nip_sort_code: "000016" },
      { ...bank, name: "9mobile 9Payment", code: "120001", nip_sort_code: "120001" },
      { ...bank, name: "Mobile money", code: "MTN" },
      { ...bank, name: "Closed Bank", code: "099", active: false },
    ];
    expect(await provider.banks()).toEqual([
      { code: "011", name: "First Bank of Nigeria", institution: "000016", isActive: true },
      { code: "120001", name: "9mobile 9Payment", institution: "120001", isActive: true },
      { code: "099", name: "Closed Bank", institution: null, isActive: false },
    ]);
  });

  it("the Paystack adapter returns the name of an account, or the refusal of an unknown one", async () => {
    paystack.state.accounts.set("011/0000014579", "BASSEY EKAETTE");
    expect(await provider.accountName({ bankCode: "011", accountNumber: "0000014579" })).toBe("BASSEY EKAETTE");
    await expect(provider.accountName({ bankCode: "011", accountNumber: "0000014578" })).rejects.toBeInstanceOf(
      ProviderRejection,
    );
  });
});
