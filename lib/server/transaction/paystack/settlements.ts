import "server-only";
import { z } from "zod";
import type {
  ProviderPage,
  ProviderPeriod,
  ProviderSettlement,
  SettledItem,
} from "@/lib/server/transaction/provider-port";
import { callPaystack } from "./request";

const id = z.union([z.string(), z.number()]).transform(String);
const kobo = z.coerce.number().int();

const settlementData = z.object({
  id,
  status: z.string(),
  currency: z.string().nullish(),
  total_amount: kobo,
  total_fees: kobo.default(0),
  total_processed: kobo.nullish(),
  effective_amount: kobo.nullish(),
  deductions: z.union([z.null(), z.array(z.unknown()), kobo]).optional(),
  settlement_date: z.string(),
});

const STATES: Readonly<Record<string, ProviderSettlement["state"]>> = {
  success: "paid",
  processed: "paid",
  failed: "failed",
};

const PAGE_SIZE = 100;

/** Returns the query of a page. A cursor is the number of the page. */
const pageQuery = (cursor = "1") => ({ perPage: String(PAGE_SIZE), page: /^\d{1,6}$/.test(cursor) ? cursor : "1" });

/** Returns the cursor of the next page; null after the last one. */
export const nextCursorOf = (cursor = "1", { data, pageCount }: { data: unknown[]; pageCount: number }) =>
  data.length > 0 && Number(cursor) < pageCount ? String(Number(cursor) + 1) : null;

/** Returns the query of a period of days, both included. Days begin and end at midnight in Lagos (UTC+1). */
export const periodQuery = ({ from, to, cursor }: ProviderPeriod) =>
  new URLSearchParams({ ...pageQuery(cursor), from: `${from}T00:00:00+01:00`, to: `${to}T23:59:59+01:00` });

/** True for naira. Money in other currencies is not in our ledger. */
export const isNaira = ({ currency }: { currency?: string | null }) => !currency || currency === "NGN";

/** Returns a page of the settlements in a period. */
export async function fetchPaystackSettlements(period: ProviderPeriod): Promise<ProviderPage<ProviderSettlement>> {
  const answer = await callPaystack({
    method: "GET",
    path: `/settlement?${periodQuery(period)}`,
    name: "settlements",
    data: z.array(settlementData),
    isRepeatable: true,
  });
  return { items: answer.data.filter(isNaira).map(toSettlement), next_cursor: nextCursorOf(period.cursor, answer) };
}

function toSettlement(data: z.output<typeof settlementData>): ProviderSettlement {
  const net = data.effective_amount ?? data.total_processed ?? data.total_amount - data.total_fees;
  return {
    id: data.id,
    state: STATES[data.status] ?? "pending",
    day: lagosDay(data.settlement_date),
    gross: data.total_amount,
    fees: data.total_fees,
    deductions:
      typeof data.deductions === "number" ? data.deductions : Math.max(0, data.total_amount - data.total_fees - net),
    net,
    narration: `PSTK_${data.id}`,
  };
}

const LAGOS_DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" });
const lagosDay = (instant: string) =>
  /^\d{4}-\d\d-\d\d$/.test(instant) ? instant : LAGOS_DAY.format(new Date(instant));

const settledData = z.object({
  id,
  reference: z.string(),
  amount: kobo,
  fees: kobo.nullish(),
  paid_at: z.string().nullish(),
  paidAt: z.string().nullish(),
});

/** Returns a page of the payments within a settlement. Paystack lists the refunds that reduced it apart (./outflows.ts). */
export async function fetchPaystackSettledItems(
  settlementId: string,
  cursor?: string,
): Promise<ProviderPage<SettledItem>> {
  const answer = await callPaystack({
    method: "GET",
    path: `/settlement/${encodeURIComponent(settlementId)}/transactions?${new URLSearchParams(pageQuery(cursor))}`,
    name: "settlement-transactions",
    data: z.array(settledData),
    isRepeatable: true,
  });
  const items = answer.data.map((payment) => ({
    kind: "payment" as const,
    reference: payment.reference,
    providerReference: payment.id,
    amount: payment.amount,
    fees: payment.fees ?? 0,
    paidAt: payment.paid_at ?? payment.paidAt ?? "",
  }));
  return { items, next_cursor: nextCursorOf(cursor, answer) };
}
