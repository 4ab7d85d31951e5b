import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { text } from "@/lib/contract/common";
import { ACCOUNT_NUMBER_PATTERN } from "@/lib/contract/grant.values";
import { MOVEMENT_AMOUNT_MAX } from "@/lib/contract/system-wallet.values";
import type { PaymentChannel } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/server/api/errors";
import { simulatedProviderSignature, simulatedProviderSignatures } from "@/lib/server/base/secret";
import { PayoutRefusal } from "./payout-refusal";
import { ProviderUnavailable } from "./provider-errors";
import type { PaymentKind, PaymentProvider, ProviderEvent, ProviderState } from "./provider-port";
import { simulatedDisputes } from "./simulated-disputes";
import { simulatedProviderReference } from "./simulated-reference";
import { simulatedAccountName, simulatedCheckout } from "./simulated-services";
import { simulatedSettledItems, simulatedSettlements } from "./simulated-settlements";

/**
 * Simulates a payment provider for demonstrations and tests: no money moves. Behaves like a real one: its signed
 * webhooks may be late, repeated or out of order, payments fail, and some are still processing when their status is
 * checked. With SIMULATED_PROVIDER=down it answers nothing.
 */
export const simulatedProvider: PaymentProvider = {
  async begin(order) {
    if (env().isSimulatedProviderDown) throw new ProviderUnavailable("The payment provider", "unreachable");
    return simulatedCheckout(order);
  },
  async verify(reference, of) {
    if (env().isSimulatedProviderDown) throw new Refusal(503, "SERVICE_UNAVAILABLE", DOWN_MESSAGE, { retry_after: 60 });
    const { state, message } = currentState(simulatedOutcomeOf(reference, of));
    return {
      reference,
      state,
      providerReference: simulatedProviderReference(reference),
      message,
      raw: { status: state, message },
    };
  },
  async refund({ key }) {
    if (env().isSimulatedProviderDown) throw new Error(DOWN_MESSAGE);
    return { providerReference: simulatedProviderReference(key) };
  },
  async payout({ reference, bank_code, account_number }) {
    if (env().isSimulatedProviderDown) throw new Error(DOWN_MESSAGE);
    if (!ACCOUNT_NUMBER_PATTERN.test(account_number) || !BANK_CODE.test(bank_code))
      throw new PayoutRefusal("The provider refused the order: the account number or the bank's code is not valid.");
    return { providerReference: simulatedProviderReference(reference) };
  },
  signatureHeader: "x-payment-signature",
  isAnsweredFirst: false,
  settlements: simulatedSettlements,
  async disputes(period) {
    if (env().isSimulatedProviderDown) throw new ProviderUnavailable("The payment provider", "unreachable");
    return simulatedDisputes(period);
  },
  settledItems: simulatedSettledItems,
  // Returns no payouts and refunds outside settlements, because the simulated settlements contain all of them.
  async transfers() {
    return { items: [], next_cursor: null };
  },
  async refunds() {
    return { items: [], next_cursor: null };
  },
  async sendEvidence({ disputeId }) {
    return { evidenceId: simulatedProviderReference(disputeId) };
  },
  // Stores nothing: the simulation reads our answer from our own table of disputes (./simulated-disputes.ts).
  async answerDispute() {
    if (env().isSimulatedProviderDown) throw new ProviderUnavailable("The payment provider", "unreachable");
  },
  async balance() {
    return SIMULATED_BALANCE;
  },
  async banks() {
    return [];
  },
  async accountName({ accountNumber }) {
    if (env().isSimulatedProviderDown) throw new ProviderUnavailable("The payment provider", "unreachable");
    return simulatedAccountName(accountNumber);
  },
  readWebhook(raw, signature) {
    if (!signature || !isSigned(raw, signature)) return new Refusal(401, "SIGNATURE", "The signature does not fit.");
    const parsed = webhookSchema.safeParse(parsedJson(raw));
    if (!parsed.success) return invalidReportRefusal(parsed.error);
    const { id, data } = parsed.data;
    return {
      eventId: id,
      reference: data.reference,
      state: data.status,
      amount: data.amount,
      providerReference: data.provider_reference,
      message: data.message,
      raw: { event: id, status: data.status, message: data.message },
    };
  },
};

const DOWN_MESSAGE = "The payment provider does not answer. Try again later.";
/** Kobo that the simulated provider always has for payouts: ₦1,000,000,000. */
const SIMULATED_BALANCE = 100_000_000_000;

const BANK_CODE = /^\d{3,6}$/;

/** Schema of a human-readable text. Truncates and cleans it, so that a text never causes the rejection of a report. */
const cleanText = z.string().transform((rawText) => rawText.replaceAll("\0", "").slice(0, 200).toWellFormed());

const webhookSchema = z.object({
  id: text(100, 1),
  data: z.object({
    reference: text(60, 1),
    status: z.enum(["processing", "succeeded", "failed", "expired"]),
    amount: z.int().min(0).max(MOVEMENT_AMOUNT_MAX).optional(),
    provider_reference: text(60),
    message: cleanText,
  }),
});

function invalidReportRefusal({ issues }: z.ZodError): Refusal {
  const [issue] = issues;
  const fieldPath = issue?.path.join(".") || "the body";
  const messageText = `The signature fits, but the report is not understood. Check ${fieldPath}: ${issue?.message}`;
  return new Refusal(422, "NOT_UNDERSTOOD", messageText);
}

/** Returns a webhook as the provider would send it: the raw body and its signature. */
export function signSimulatedWebhook(event: Omit<ProviderEvent, "raw">): { raw: string; signature: string } {
  const { eventId, reference, state, amount, providerReference, message } = event;
  const raw = JSON.stringify({
    id: eventId,
    data: { reference, status: state, amount, provider_reference: providerReference, message },
  });
  return { raw, signature: simulatedProviderSignature(raw).toString("hex") };
}

/** Compares in constant time, so that timing reveals nothing about a forged signature. */
function isSigned(raw: string, signature: string): boolean {
  const givenSignature = Buffer.from(signature, "hex");
  return simulatedProviderSignatures(raw).some(
    (valid) => givenSignature.length === valid.length && timingSafeEqual(givenSignature, valid),
  );
}

function parsedJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

/** Result of a simulated payment, when it is reported (seconds after its start), and in what way. */
export type SimulatedOutcome = {
  state: Exclude<ProviderState, "processing">;
  message: string;
  /** True if a status check before the report finds the payment still processing. */
  isSlow: boolean;
  reportAfter: number;
  reports: "in order" | "twice at once" | "out of order" | "late";
};

const DAY_SEC = 86_400;

/**
 * Derives a payment's result from its reference: mostly success, some failures, a few slow ones. A late report follows
 * after a day; until then only a status check reveals the result.
 */
export function simulatedOutcomeOf(
  reference: string,
  { channel, isPayout }: PaymentKind = { channel: "card", isPayout: false },
): SimulatedOutcome {
  if (isPayout) return payoutOutcomeOf(reference);
  const hash = createHash("sha256").update(reference).digest();
  const [share, way, pace, why] = [0, 2, 4, 6].map((at) => hash.readUInt16BE(at)) as [number, number, number, number];
  const isSlow = share % 100 >= 90;
  const reports = (["in order", "in order", "twice at once", "out of order", "late"] as const)[way % 5] ?? "in order";
  const reportAfter = isSlow ? 600 + (pace % 1_800) : reports === "late" ? DAY_SEC + (pace % 3_600) : 4 + (pace % 56);
  const end = { isSlow, reportAfter, reports };
  if (share % 100 < 70 || isSlow) return { state: "succeeded", message: "Approved", ...end };
  const { failed, expired } = REASONS[channel];
  if (share % 100 < 82) return { state: "failed", message: failed[why % failed.length] ?? "Declined", ...end };
  return { state: "expired", message: expired, ...end };
}

/** Derives the result of a payout to a bank: nearly all succeed, and all are reported within 30 s. */
function payoutOutcomeOf(reference: string): SimulatedOutcome {
  const hash = createHash("sha256").update(reference).digest();
  const [share, way, pace, why] = [0, 2, 4, 6].map((at) => hash.readUInt16BE(at)) as [number, number, number, number];
  const reports = (["in order", "in order", "twice at once", "out of order"] as const)[way % 4] ?? "in order";
  const end = { isSlow: false, reportAfter: 4 + (pace % 26), reports };
  if (share % 100 < 92) return { state: "succeeded", message: "Paid into the account", ...end };
  return { state: "failed", message: PAYOUT_REASONS[why % PAYOUT_REASONS.length] ?? "Returned", ...end };
}

const PAYOUT_REASONS = [
  "The receiving bank returned the transfer: the account does not exist",
  "The receiving bank returned the transfer: the name does not fit the account",
  "The receiving bank returned the transfer: the account is dormant",
];

const REASONS: Record<PaymentChannel, { failed: readonly string[]; expired: string }> = {
  card: {
    failed: [
      "Declined by the card's bank: insufficient funds",
      "Declined by the card's bank: do not honour",
      "The card has expired",
      "The card's one-time password was wrong",
    ],
    expired: "The card payment was not confirmed in time",
  },
  bank_transfer: {
    failed: ["The sending bank returned the transfer", "Another amount was transferred, so the bank sent it back"],
    expired: "No transfer arrived in time",
  },
  ussd: {
    failed: ["Declined by the bank: insufficient funds", "The USSD PIN was wrong", "The USSD session was cut off"],
    expired: "The USSD code was not dialled in time",
  },
  wallet: { failed: ["The wallet's balance is too low"], expired: "Not paid in time" },
};

const currentState = ({ isSlow, state, message }: SimulatedOutcome): { state: ProviderState; message: string } =>
  isSlow ? { state: "processing", message: "Still in progress at the bank" } : { state, message };
