import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/server/api/errors";
import { ProviderRejection } from "@/lib/server/transaction/provider-errors";
import type {
  IgnoredProviderEvent,
  PaymentKind,
  ProviderEvent,
  ProviderReport,
  ProviderState,
} from "@/lib/server/transaction/provider-port";
import { callPaystack, cleanText } from "./request";

/** Returns the reference under which Paystack knows a payout of ours: Paystack requires lower case. */
export const toPaystackReference = (reference: string) => reference.toLowerCase();
/** Returns our reference of a payout from Paystack's lower-case one. */
export const fromPaystackReference = (reference: string) => reference.toUpperCase();

const id = z.union([z.string(), z.number()]).transform(String);
const kobo = z.int().min(0);
const optionalText = z.string().nullish();

const payment = z.object({
  id,
  status: z.string(),
  reference: z.string().max(100),
  amount: kobo,
  /** Kobo with which the payment was begun. */
  requested_amount: kobo.nullish(),
  currency: z.string().max(10),
  gateway_response: optionalText,
  message: optionalText,
  channel: optionalText,
  fees: kobo.nullish(),
  paid_at: optionalText,
  authorization: z.object({ last4: optionalText }).nullish(),
});

const transfer = z.object({
  id,
  status: z.string(),
  reference: z.string().max(100),
  amount: kobo,
  currency: z.string().max(10),
  transfer_code: z.string().nullish(),
  reason: optionalText,
});
type PaystackTransfer = z.output<typeof transfer>;

/** Paystack's states of a payment. `abandoned` also means that the citizen has not paid yet. */
const PAYMENT_STATES: Readonly<Record<string, ProviderState>> = {
  success: "succeeded",
  failed: "failed",
  reversed: "failed",
};
const TRANSFER_STATES: Readonly<Record<string, ProviderState>> = {
  success: "succeeded",
  failed: "failed",
  reversed: "failed",
  rejected: "failed",
  abandoned: "failed",
  blocked: "failed",
};

/** Requests the state of a payment or a payout from Paystack. A reference that Paystack does not know does not fail the payment. */
export async function fetchPaystackReport(reference: string, kind?: PaymentKind): Promise<ProviderReport> {
  return kind?.isPayout ? verifyPayout(reference) : verifyPayment(reference, kind?.expiresAt ?? null);
}

/** Time in ms after a checkout's end in which a payment that was made before it may still be reported. */
const LAST_MOMENT_MS = 5 * 60_000;

async function verifyPayment(reference: string, expiresAt: Date | null): Promise<ProviderReport> {
  const isOver = expiresAt !== null && Date.now() > expiresAt.getTime() + LAST_MOMENT_MS;
  try {
    const { data } = await callPaystack({
      method: "GET",
      path: `/transaction/verify/${encodeURIComponent(reference)}`,
      name: "verify",
      data: payment,
      isRepeatable: true,
    });
    if (data.status === "abandoned" && isOver) return { ...paymentReport(data), state: "expired", message: NOT_PAID };
    // Paystack's page offers another attempt with the same reference until the checkout ends.
    if (data.status === "failed" && expiresAt && !isOver) return { ...paymentReport(data), ...ATTEMPT_FAILED };
    return paymentReport(data);
  } catch (error) {
    if (!isUnknownReference(error)) throw error;
    return isOver
      ? { reference, state: "expired", providerReference: null, message: NOT_PAID, raw: {} }
      : { reference, state: "processing", providerReference: null, message: UNKNOWN, raw: {} };
  }
}

const NOT_PAID = "Not paid in time";
const ATTEMPT_FAILED = { state: "processing", message: "An attempt failed, and another one may follow" } as const;
const UNKNOWN = "The provider does not know it yet";

async function verifyPayout(reference: string): Promise<ProviderReport> {
  try {
    return transferReport((await fetchTransfer(reference)).data);
  } catch (error) {
    if (!isUnknownReference(error)) throw error;
    return { reference, state: "processing", providerReference: null, message: UNKNOWN, raw: {} };
  }
}

/** Fetches the state of a payout by its reference. Paystack calls payouts transfers. */
export const fetchTransfer = (reference: string) =>
  callPaystack({
    method: "GET",
    path: `/transfer/verify/${encodeURIComponent(toPaystackReference(reference))}`,
    name: "verify-transfer",
    data: transfer,
    isRepeatable: true,
  });

/** True if Paystack has answered that it has no such payment or transfer. */
export const isUnknownReference = (error: unknown) =>
  error instanceof ProviderRejection && /not.?found/i.test(`${error.providerCode} ${error.message}`);

/**
 * Returns the kobo of a payment. If Paystack adds its fee for the payer (a setting of its dashboard), `amount` includes
 * that fee, which Paystack keeps.
 */
const amountOf = ({ amount, requested_amount: requested, fees }: z.output<typeof payment>) =>
  requested && fees && amount === requested + fees ? requested : amount;

function paymentReport(data: z.output<typeof payment>): ProviderReport {
  const state = PAYMENT_STATES[data.status] ?? "processing";
  const message = cleanText(data.gateway_response || data.message || data.status, 200);
  return {
    reference: data.reference,
    state,
    amount: amountOf(data),
    ...(data.currency !== "NGN" && { currency: data.currency }),
    ...(/^\d{4}$/.test(data.authorization?.last4 ?? "") && { cardLast4: data.authorization?.last4 ?? "" }),
    providerReference: data.id,
    message: state === "processing" ? "Not paid yet" : message,
    raw: {
      status: data.status,
      message,
      ...(data.channel && { channel: cleanText(data.channel, 40) }),
      ...(data.fees !== undefined && data.fees !== null && { fees: String(data.fees) }),
    },
  };
}

function transferReport(data: PaystackTransfer): ProviderReport {
  const state = TRANSFER_STATES[data.status] ?? "processing";
  return {
    reference: fromPaystackReference(data.reference),
    state,
    amount: data.amount,
    ...(data.currency !== "NGN" && { currency: data.currency }),
    providerReference: data.transfer_code ?? data.id,
    message: TRANSFER_MESSAGES[data.status] ?? "In progress at the bank",
    raw: { status: data.status },
  };
}

const TRANSFER_MESSAGES: Readonly<Record<string, string>> = {
  success: "Paid into the account",
  failed: "The provider could not pay into the account",
  reversed: "The receiving bank returned the transfer",
  rejected: "The provider rejected the transfer",
  abandoned: "The transfer was not confirmed at the provider in time",
  blocked: "The provider blocked the transfer",
  otp: "The transfer waits for a one-time password at the provider",
};

const notice = z.object({
  id: id.optional(),
  status: z.string().default(""),
  amount: z.coerce.number().int().min(0).optional(),
  refund_amount: kobo.nullish(),
  currency: z.string().max(10).nullish(),
  refund_reference: optionalText,
  transaction_reference: optionalText,
  transaction: z.object({ reference: z.string().max(100) }).nullish(),
});

/** Checks the signature with each key in constant time, and returns the event. */
export function readPaystackWebhook(
  rawBody: string,
  signature: string | null,
): ProviderEvent | IgnoredProviderEvent | Refusal {
  if (!signature || !isSigned(rawBody, signature)) return new Refusal(401, "SIGNATURE", "The signature does not fit.");
  const head = z.object({ event: z.string().max(100), data: z.unknown() }).safeParse(parseJson(rawBody));
  if (!head.success) return notUnderstood("the body");
  const { event, data } = head.data;
  if (event.startsWith("charge.dispute.")) return noticeEvent(event, data, "dispute");
  if (event.startsWith("refund.")) return noticeEvent(event, data, "refund");
  if (/^charge\.(success|failed)$/.test(event)) {
    const parsed = payment.safeParse(data);
    if (!parsed.success) return notUnderstood(event);
    const report = paymentReport(parsed.data);
    // The payer may try again at the same checkout. `verify` fails the payment once its checkout has ended.
    const attempt = event === "charge.failed" ? { ...report, ...ATTEMPT_FAILED } : report;
    return toEvent(event, parsed.data.id, { ...attempt, subject: "payment" });
  }
  if (!event.startsWith("transfer.")) return { ignored: event };
  const parsed = transfer.safeParse(data);
  if (!parsed.success) return notUnderstood(event);
  return toEvent(event, parsed.data.id, { ...transferReport(parsed.data), subject: "payout" });
}

/** Returns an event. Its id consists of event type and record id, because Paystack sends no id of an event. */
const toEvent = (event: string, recordId: string, report: Omit<ProviderEvent, "eventId">): ProviderEvent => ({
  ...report,
  eventId: `paystack:${event}:${recordId}`,
});

function noticeEvent(event: string, data: unknown, subject: "refund" | "dispute"): ProviderEvent | Refusal {
  const parsed = notice.safeParse(data);
  const reference = parsed.data?.transaction_reference ?? parsed.data?.transaction?.reference;
  if (!parsed.success || !reference) return notUnderstood(event);
  const { status, currency, refund_reference: refundReference } = parsed.data;
  const amount = parsed.data.refund_amount ?? parsed.data.amount;
  const key = parsed.data.id ?? refundReference ?? `${reference}:${amount ?? ""}`;
  return {
    eventId: `paystack:${event}:${key}${subject === "dispute" ? `:${status}` : ""}`,
    subject,
    reference,
    state: event === "refund.failed" ? "failed" : "processing",
    amount,
    ...(currency && currency !== "NGN" && { currency }),
    providerReference: parsed.data.id ?? refundReference ?? null,
    message: NOTICE_MESSAGES[event] ?? `The provider reports ${event}`,
    raw: { event, status: cleanText(status, 60) },
  };
}

const NOTICE_MESSAGES: Readonly<Record<string, string>> = {
  "refund.failed": "The provider could not pay the refund. Contact the provider.",
  "refund.needs-attention": "The provider needs the payer's bank account to pay the refund. Contact the provider.",
  "refund.processed": "The provider has paid the refund",
  "refund.pending": "The provider has accepted the refund",
  "refund.processing": "The provider pays the refund",
  "charge.dispute.create": "The payer's bank has opened a dispute. Answer it before it is due.",
  "charge.dispute.remind": "The dispute has no answer yet. Answer it before it is due.",
  "charge.dispute.resolve": "The dispute is resolved",
};

function isSigned(rawBody: string, signature: string): boolean {
  const given = Buffer.from(signature, "hex");
  // Compares with each key, without an early end, so that the time reveals nothing.
  return env()
    .paystackSecretKeys.map((key) => createHmac("sha512", key).update(rawBody, "utf8").digest())
    .map((valid) => given.length === valid.length && timingSafeEqual(given, valid))
    .some(Boolean);
}

const notUnderstood = (what: string) =>
  new Refusal(422, "NOT_UNDERSTOOD", `The signature fits, but the report is not understood. Check ${what}.`);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
