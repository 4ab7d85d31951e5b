import "server-only";
import { z } from "zod";
import { PayoutRefusal } from "@/lib/server/transaction/payout-refusal";
import { ProviderRejection, ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import type { PayoutOrder } from "@/lib/server/transaction/provider-port";
import { isDuplicate } from "./begin";
import { fetchTransfer, payoutReference } from "./reports";
import { callPaystack, PAYSTACK } from "./request";

const id = z.union([z.string(), z.number()]).transform(String);

/**
 * Orders a payout. Paystack refuses a second transfer with the same reference; the first one is then looked up, because
 * its answer was lost.
 * @throws PayoutRefusal if Paystack does not accept the account
 */
export async function payout(order: PayoutOrder): Promise<{ providerReference: string }> {
  const recipient = await createRecipient(order);
  try {
    const { data } = await callPaystack({
      method: "POST",
      path: "/transfer",
      name: "transfer",
      body: {
        source: "balance",
        amount: order.amount,
        currency: "NGN",
        recipient,
        reference: payoutReference(order.reference),
        reason: order.reference,
      },
      data: z.object({ transfer_code: z.string().min(1) }),
      isRepeatable: true,
    });
    return { providerReference: data.transfer_code };
  } catch (error) {
    if (!(error instanceof ProviderRejection && isDuplicate(error))) throw error;
    const { data } = await fetchTransfer(order.reference);
    if (data.amount !== order.amount) throw new Error(`Paystack has another amount for ${order.reference}.`);
    return { providerReference: data.transfer_code ?? data.id };
  }
}

/** Creates the account as a recipient. Paystack returns the same recipient for the same account. */
async function createRecipient({ account_number, bank_code, account_name }: PayoutOrder): Promise<string> {
  try {
    const { data } = await callPaystack({
      method: "POST",
      path: "/transferrecipient",
      name: "transferrecipient",
      body: { type: "nuban", name: account_name, account_number, bank_code, currency: "NGN" },
      data: z.object({ recipient_code: z.string().min(1) }),
      isRepeatable: true,
    });
    return data.recipient_code;
  } catch (error) {
    if (error instanceof ProviderRejection) throw new PayoutRefusal(error.message);
    throw error;
  }
}

const refundItem = z.object({ id, amount: z.int(), merchant_note: z.string().nullish() });

/**
 * Sends a refund. Paystack has no idempotency key for refunds, so earlier refunds of the payment are read first, and the
 * key is the merchant's note.
 */
export async function refund(order: { reference: string; amount: number; key: string }) {
  const { reference, amount, key } = order;
  const { data: payment } = await callPaystack({
    method: "GET",
    path: `/transaction/verify/${encodeURIComponent(reference)}`,
    name: "verify",
    data: z.object({ id }),
    isRepeatable: true,
  });
  const earlier = await earlierRefund(payment.id, key);
  if (earlier) {
    if (earlier.amount !== amount) throw new Error(`Paystack has another amount for the refund ${key}.`);
    return { providerReference: earlier.id };
  }
  const { data } = await callPaystack({
    method: "POST",
    path: "/refund",
    name: "refund",
    body: { transaction: reference, amount, currency: "NGN", merchant_note: key },
    data: z.object({ id }),
    isRepeatable: false,
  });
  return { providerReference: data.id };
}

const PAGE_SIZE = 100;

async function earlierRefund(paymentId: string, key: string) {
  for (let page = 1; ; page++) {
    const { data, pageCount } = await callPaystack({
      method: "GET",
      path: `/refund?transaction=${encodeURIComponent(paymentId)}&perPage=${PAGE_SIZE}&page=${page}`,
      name: "refunds",
      data: z.array(refundItem),
      isRepeatable: true,
    });
    const found = data.find(({ merchant_note: note }) => note === key);
    if (found || data.length === 0 || page >= pageCount) return found;
  }
}

const balanceData = z.array(z.object({ currency: z.string(), balance: z.int() }));

export async function balance(): Promise<number> {
  const { data } = await callPaystack({
    method: "GET",
    path: "/balance",
    name: "balance",
    data: balanceData,
    isRepeatable: true,
  });
  const naira = data.find(({ currency }) => currency === "NGN");
  if (!naira) throw new ProviderUnavailable(PAYSTACK, "unreadable");
  return naira.balance;
}
