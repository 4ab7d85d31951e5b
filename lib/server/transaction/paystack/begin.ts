import "server-only";
import { z } from "zod";
import type { Checkout } from "@/lib/contract/transaction.app";
import { env } from "@/lib/env";
import { DuplicateBeginError, ProviderRejection, ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import type { PaymentBeginOrder } from "@/lib/server/transaction/provider-port";
import { callPaystack, PAYSTACK_NAME } from "./request";

/** Time in ms in which a begun payment can be paid. */
const CHECKOUT_MS = 30 * 60_000;

/** Paystack's names of the channels. */
const CHANNELS = { card: "card", bank_transfer: "bank_transfer", ussd: "ussd", wallet: "card" } as const;

/** Paystack's USSD types, by the bank's code. Other banks are chosen on Paystack's page. */
const USSD_TYPES: Readonly<Record<string, string>> = { "058": "737", "033": "919", "232": "822", "057": "966" };

const pageData = z.object({ authorization_url: z.url(), reference: z.string() });

const chargeData = z.object({
  status: z.string().default(""),
  display_text: z.string().nullish(),
  account_number: z
    .string()
    .regex(/^\d{10}$/)
    .nullish(),
  account_name: z.string().nullish(),
  bank: z.object({ name: z.string() }).nullish(),
  account_expires_at: z.coerce.date().nullish(),
  ussd_code: z.string().nullish(),
});

/** Begins a payment at Paystack. The citizen pays on Paystack's page, into a bank account, or by a USSD code to dial. */
export async function beginPaystackPayment(order: PaymentBeginOrder): Promise<Checkout> {
  const expiresAt = new Date(Date.now() + CHECKOUT_MS);
  const ussdType = order.channel === "ussd" && order.bankCode ? USSD_TYPES[order.bankCode] : undefined;
  try {
    if (order.channel === "bank_transfer") return await beginTransfer(order, expiresAt);
    return await (ussdType ? beginUssd(order, ussdType, expiresAt) : beginPage(order, expiresAt));
  } catch (error) {
    if (error instanceof ProviderRejection && isDuplicateReference(error))
      throw new DuplicateBeginError(order.reference);
    throw error;
  }
}

/** True if Paystack knows the reference from an earlier request. */
export const isDuplicateReference = ({ providerCode, message }: ProviderRejection) =>
  /duplicate/i.test(providerCode) ||
  /duplicate.*reference|reference.*(already|in use|exist)|unique reference/i.test(message);

const commonFields = ({ reference, amount, userId }: PaymentBeginOrder) => ({
  reference,
  amount,
  currency: "NGN",
  email: `${userId}@${mailHost()}`,
});

/** Returns the domain of the payer's email address at Paystack, which requires one. The citizen's own address is not sent. */
function mailHost(): string {
  const { hostname } = new URL(env().appOrigin);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(hostname) ? hostname : "crossriverpay.example";
}

async function beginPage(order: PaymentBeginOrder, expiresAt: Date): Promise<Checkout> {
  const { data } = await callPaystack({
    method: "POST",
    path: "/transaction/initialize",
    name: "initialize",
    body: { ...commonFields(order), channels: [CHANNELS[order.channel]] },
    data: pageData,
    isRepeatable: true,
  });
  return { kind: "page", url: data.authorization_url, expires_at: expiresAt.toISOString() };
}

async function beginTransfer(order: PaymentBeginOrder, expiresAt: Date): Promise<Checkout> {
  const { data } = await charge(order, { bank_transfer: { account_expires_at: expiresAt.toISOString() } });
  if (!data.account_number || !data.bank) throw new ProviderUnavailable(PAYSTACK_NAME, "unreadable");
  return {
    kind: "bank_account",
    bank: data.bank.name,
    account_number: data.account_number,
    account_name: data.account_name ?? "",
    expires_at: (data.account_expires_at ?? expiresAt).toISOString(),
  };
}

async function beginUssd(order: PaymentBeginOrder, type: string, expiresAt: Date): Promise<Checkout> {
  const { data } = await charge(order, { ussd: { type } });
  const code = data.ussd_code ?? /\*[\d*]+#/.exec(data.display_text ?? "")?.[0];
  if (!code) throw new ProviderUnavailable(PAYSTACK_NAME, "unreadable");
  return { kind: "ussd", code, expires_at: expiresAt.toISOString() };
}

const charge = (order: PaymentBeginOrder, means: Record<string, unknown>) =>
  callPaystack({
    method: "POST",
    path: "/charge",
    name: "charge",
    body: { ...commonFields(order), ...means },
    data: chargeData,
    isRepeatable: true,
  });
