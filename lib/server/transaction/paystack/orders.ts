import "server-only";
import { z } from "zod";
import { PayoutRefusal } from "@/lib/server/transaction/payout-refusal";
import { ProviderRejection, ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import type { PayoutOrder } from "@/lib/server/transaction/provider-port";
import { RefundRefusal } from "@/lib/server/transaction/refund-refusal";
import { isDuplicateReference } from "./begin";
import { fetchTransfer, isUnknownReference, toPaystackReference } from "./reports";
import { callPaystack, PAYSTACK_NAME } from "./request";

const id = z.union([z.string(), z.number()]).transform(String);

/**
 * Orders a payout. Paystack refuses a second transfer with the same reference; the first one is then looked up, because
 * its answer was lost.
 * @throws PayoutRefusal if Paystack does not accept the account and has no transfer for this payout
 */
export async function orderPaystackPayout(order: PayoutOrder): Promise<{ providerReference: string }> {
  let recipient: string;
  try {
    recipient = await createRecipient(order);
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error;
    // An earlier order may have arrived although its answer was lost. Failing the payout now would release money that was paid out.
    const earlier = await earlierTransfer(order);
    if (earlier) return earlier;
    throw new PayoutRefusal(error.message);
  }
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
        reference: toPaystackReference(order.reference),
        reason: order.reference,
      },
      data: z.object({ transfer_code: z.string().min(1) }),
      isRepeatable: true,
    });
    return { providerReference: data.transfer_code };
  } catch (error) {
    const earlier = error instanceof ProviderRejection && isDuplicateReference(error) && (await earlierTransfer(order));
    if (!earlier) throw error;
    return earlier;
  }
}

/** Returns the transfer that Paystack has for a payout; null if it has none. @throws if its amount differs */
async function earlierTransfer({ reference, amount }: PayoutOrder): Promise<{ providerReference: string } | null> {
  try {
    const { data } = await fetchTransfer(reference);
    if (data.amount !== amount) throw new Error(`Paystack has another amount for ${reference}.`);
    return { providerReference: data.transfer_code ?? data.id };
  } catch (error) {
    if (isUnknownReference(error)) return null;
    throw error;
  }
}

/** Creates a payout recipient for a bank account, or returns the existing one. @returns Paystack's code of the recipient */
async function createRecipient({ account_number, bank_code, account_name }: PayoutOrder): Promise<string> {
  const { data } = await callPaystack({
    method: "POST",
    path: "/transferrecipient",
    name: "transferrecipient",
    body: { type: "nuban", name: account_name, account_number, bank_code, currency: "NGN" },
    data: z.object({ recipient_code: z.string().min(1) }),
    isRepeatable: true,
  });
  return data.recipient_code;
}

const refundItem = z.object({ id, amount: z.int(), merchant_note: z.string().nullish() });

/**
 * Time in ms in which a refund has to be sent after its first request. The outbox gives up after 30 s and then sends the
 * order again, while this attempt may still run: a refund sent later could be missing in the list of refunds that the next attempt reads.
 */
export const refundTimeLimits = { startMs: 15_000 };

type RefundOrder = { reference: string; amount: number; key: string };

/** True if the same refund may be accepted later: the balance at Paystack can be topped up. */
const isTemporary = ({ providerCode, message }: ProviderRejection) =>
  /balance|insufficient/i.test(`${providerCode} ${message}`) || /try again/i.test(message);

/**
 * Sends a refund. Paystack has no idempotency key for refunds, so earlier refunds of the payment are read first, and the
 * key is the merchant's note.
 * @throws {ProviderUnavailable} if the answer is unknown, or reading took too long. Nothing was sent in that case
 * @throws {RefundRefusal} if Paystack refuses it for good and has no refund with this key. A refusal to read the payment or its
 * refunds is not final: the server may have the key of another Paystack account
 */
export async function orderPaystackRefund({
  reference,
  amount,
  key,
}: RefundOrder): Promise<{ providerReference: string }> {
  const startedAt = Date.now();
  const { data: payment } = await callPaystack({
    method: "GET",
    path: `/transaction/verify/${encodeURIComponent(reference)}`,
    name: "verify",
    data: z.object({ id }),
    isRepeatable: true,
  });
  const earlier = await earlierRefund(payment.id, { amount, key });
  if (earlier) return earlier;
  if (Date.now() - startedAt > refundTimeLimits.startMs) throw new ProviderUnavailable(PAYSTACK_NAME, "timeout");
  try {
    const { data } = await callPaystack({
      method: "POST",
      path: "/refund",
      name: "refund",
      body: { transaction: reference, amount, currency: "NGN", merchant_note: key },
      data: z.object({ id }),
      isRepeatable: false,
    });
    return { providerReference: data.id };
  } catch (error) {
    // An earlier order may have arrived, although its answer was lost and the list did not contain it yet.
    if (!(error instanceof ProviderRejection)) throw error;
    const earlierNow = await earlierRefund(payment.id, { amount, key });
    if (earlierNow) return earlierNow;
    throw isTemporary(error) ? error : new RefundRefusal(error.message);
  }
}

const PAGE_SIZE = 100;

/** Returns the refund of a payment that has this key; null if Paystack lists none. @throws if its amount differs */
async function earlierRefund(paymentId: string, { amount, key }: Pick<RefundOrder, "amount" | "key">) {
  for (let page = 1; ; page++) {
    const { data, pageCount } = await callPaystack({
      method: "GET",
      path: `/refund?transaction=${encodeURIComponent(paymentId)}&perPage=${PAGE_SIZE}&page=${page}`,
      name: "refunds",
      data: z.array(refundItem),
      isRepeatable: true,
    });
    const found = data.find(({ merchant_note: note }) => note === key);
    if (found && found.amount !== amount) throw new Error(`Paystack has another amount for the refund ${key}.`);
    if (found) return { providerReference: found.id };
    if (data.length === 0 || page >= pageCount) return null;
  }
}

const balanceData = z.array(z.object({ currency: z.string(), balance: z.int() }));

/** Returns the kobo that are available at Paystack for payouts. */
export async function fetchPaystackBalance(): Promise<number> {
  const { data } = await callPaystack({
    method: "GET",
    path: "/balance",
    name: "balance",
    data: balanceData,
    isRepeatable: true,
  });
  const naira = data.find(({ currency }) => currency === "NGN");
  if (!naira) throw new ProviderUnavailable(PAYSTACK_NAME, "unreadable");
  return naira.balance;
}
