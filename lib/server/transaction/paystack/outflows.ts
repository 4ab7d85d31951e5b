import "server-only";
import { z } from "zod";
import type {
  ProviderPage,
  ProviderPeriod,
  ProviderRefund,
  ProviderTransfer,
} from "@/lib/server/transaction/provider-port";
import { fromPaystackReference } from "./reports";
import { callPaystack } from "./request";
import { isNaira, nextCursorOf, periodQuery } from "./settlements";

const id = z.union([z.string(), z.number()]).transform(String);
const kobo = z.coerce.number().int();

const transferData = z.object({
  id,
  reference: z.string(),
  amount: kobo,
  currency: z.string().nullish(),
  status: z.string(),
  transfer_code: z.string().nullish(),
  transferred_at: z.string().nullish(),
  createdAt: z.string(),
});

const TRANSFER_STATES: Readonly<Record<string, ProviderTransfer["state"]>> = {
  success: "paid",
  reversed: "returned",
  failed: "failed",
  rejected: "failed",
  abandoned: "failed",
  blocked: "failed",
};

/** Returns a page of the payouts that were ordered in a period. Paystack pays them from the balance. */
export async function fetchPaystackTransfers(period: ProviderPeriod): Promise<ProviderPage<ProviderTransfer>> {
  const answer = await callPaystack({
    method: "GET",
    path: `/transfer?${periodQuery(period)}`,
    name: "transfers",
    data: z.array(transferData),
    isRepeatable: true,
  });
  const items = answer.data.filter(isNaira).map(
    (transfer): ProviderTransfer => ({
      reference: fromPaystackReference(transfer.reference),
      providerReference: transfer.transfer_code ?? transfer.id,
      amount: transfer.amount,
      state: TRANSFER_STATES[transfer.status] ?? "pending",
      paidAt: transfer.transferred_at ?? transfer.createdAt,
    }),
  );
  return { items, next_cursor: nextCursorOf(period.cursor, answer) };
}

const refundData = z.object({
  id,
  amount: kobo,
  currency: z.string().nullish(),
  status: z.string().default(""),
  merchant_note: z.string().nullish(),
  transaction_reference: z.string().nullish(),
  dispute: z.unknown().optional(),
  settlement: z.unknown().optional(),
  fully_deducted: z.unknown().optional(),
  createdAt: z.string(),
});

/** Returns a page of the refunds that were ordered in a period. A refund of a dispute is a chargeback. */
export async function fetchPaystackRefunds(period: ProviderPeriod): Promise<ProviderPage<ProviderRefund>> {
  const answer = await callPaystack({
    method: "GET",
    path: `/refund?${periodQuery(period)}`,
    name: "refunds",
    data: z.array(refundData),
    isRepeatable: true,
  });
  const items = answer.data.filter(isNaira).map(
    (refund): ProviderRefund => ({
      key: refund.merchant_note || null,
      paymentReference: refund.transaction_reference ?? "",
      providerReference: refund.id,
      amount: refund.amount,
      state: refundState(refund),
      paidAt: refund.createdAt,
      isChargeback: Boolean(refund.dispute),
      settlementId: recordId(refund.settlement),
    }),
  );
  return { items, next_cursor: nextCursorOf(period.cursor, answer) };
}

/** Returns a refund's state. It is paid once Paystack has deducted its money, even if it waits at the payer's bank for days. */
function refundState({ status, settlement, fully_deducted: isDeducted }: z.output<typeof refundData>) {
  if (status === "failed") return "failed";
  return status === "processed" || settlement || isDeducted ? "paid" : "pending";
}

/** Returns the id of a linked record, which Paystack sends either as an id or as the whole record. */
function recordId(link: unknown): string | null {
  const parsed = z.union([id, z.object({ id }).transform((record) => record.id)]).safeParse(link);
  return parsed.success && parsed.data !== "" && parsed.data !== "0" ? parsed.data : null;
}
