import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { PAYOUT_TYPES, SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import { database } from "@/lib/server/db/client";
import { ProviderUnavailable } from "./provider-errors";
import type { ProviderPage, ProviderPeriod, ProviderSettlement, SettledItem } from "./provider-port";
import { simulatedProviderReference } from "./simulated-reference";

/** Page size of a settlement's list of items. Tests change it. */
export const simulatedSettlementPages = { itemsPerPage: 1_000 };

const listOf = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/**
 * Selects what the simulated provider received (positive kobo) and paid out from the Lagos day `from` until the day before `before`:
 * payments, refunds, payouts, lost disputes, and payments that were posted to suspense.
 */
const flowsBetween = (from: SQL, before: SQL): SQL => sql`
  select kind, id, reference, provider_reference, amount, at,
    case kind when 'payment' then least((amount * 15 + 999) / 1000, 200000) else 0 end as fee
  from (
    select case when t.type = 'refund' then 'refund' when t.type in (${listOf(PAYOUT_TYPES)}) then 'payout' else 'payment' end as kind,
      t.id, t.reference, t.provider_reference, t.completed_at as at,
      case when t.type = 'refund' then -(t.amount + t.fee - t.discount - t.cashback)
        when t.type in (${listOf(PAYOUT_TYPES)}) then -t.amount else t.amount + t.fee - t.discount end as amount
    from transactions t
    where t.completed_at >= lagos_midnight(${from}) and t.completed_at < lagos_midnight(${before}) and t.channel <> 'wallet'
      and t.state in (${listOf(SETTLED_TRANSACTION_STATES)}) and not (t.type = 'refund' and t.failure_reason is not null)
      and t.method_id in (select id from payment_methods where provider = 'simulated')
    union all
    select case when e.key like '%:lost' then 'chargeback' when f.amount > 0 then 'payout' else 'payment' end, t.id, t.reference,
      t.provider_reference, e.posted_at, -f.amount
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    join ledger_postings f on f.entry_id = e.id and f.posted_at = p.posted_at and f.account_id = ${IDS.settlement_float}
    join transactions t on t.id = e.source_id
    where p.account_id = ${IDS.suspense} and p.posted_at >= lagos_midnight(${from}) and p.posted_at < lagos_midnight(${before})
      and e.source_type = 'transaction' and e.key in ('transaction:' || t.id || ':late', 'transaction:' || t.id || ':lost')
      and t.method_id in (select id from payment_methods where provider = 'simulated')
  ) flows where amount <> 0`;

type SettlementRow = { day: string; gross: string; fees: string; deductions: string };

/**
 * Settles each day's payments on the next day, less fees, refunds, payouts and lost disputes of that day. If these exceed the payments,
 * the settlement is negative: the provider collects it from the bank account.
 */
export async function simulatedSettlements({ from, to }: ProviderPeriod): Promise<ProviderPage<ProviderSettlement>> {
  refuseWhileDown();
  const { rows } = await database().db.execute<SettlementRow>(sql`
    select (lagos_day(at) + 1)::text as day, coalesce(sum(amount) filter (where kind = 'payment'), 0) as gross,
      sum(fee) as fees, -coalesce(sum(amount) filter (where kind <> 'payment'), 0) as deductions
    from (${flowsBetween(sql`${from}::date - 1`, sql`${to}::date`)}) flows group by 1 order by 1`);
  const items = rows.map(({ day, ...sums }): ProviderSettlement => {
    const [gross, fees, deductions] = [Number(sums.gross), Number(sums.fees), Number(sums.deductions)];
    const id = `SIM-${day}`;
    return { id, state: "paid", day, gross, fees, deductions, net: gross - fees - deductions, narration: id };
  });
  return { items, next_cursor: null };
}

type FlowRow = {
  kind: SettledItem["kind"];
  id: string;
  reference: string;
  provider_reference: string | null;
  amount: string;
  fee: string;
  at: string;
};

/** Returns a page of a settlement's items; none for an unknown settlement. A cursor is the number of items before. */
export async function simulatedSettledItems(id: string, cursor = "0"): Promise<ProviderPage<SettledItem>> {
  refuseWhileDown();
  const settledOn = /^SIM-(\d{4}-\d\d-\d\d)$/.exec(id)?.[1];
  if (!settledOn) return { items: [], next_cursor: null };
  const start = Number(cursor);
  const { rows } = await database().db.execute<FlowRow>(sql`
    select kind, id, reference, provider_reference, amount, fee, to_json(at)#>>'{}' as at
    from (${flowsBetween(sql`${settledOn}::date - 1`, sql`${settledOn}::date`)}) flows
    order by at, id, kind limit ${simulatedSettlementPages.itemsPerPage} offset ${start}`);
  const items = rows.map(
    ({ kind, reference, provider_reference: given, amount, fee, at, ...row }): SettledItem => ({
      kind,
      reference,
      providerReference: given ?? simulatedProviderReference(kind === "refund" ? row.id : reference),
      amount: Number(amount),
      fees: Number(fee),
      paidAt: new Date(at).toISOString(),
    }),
  );
  return {
    items,
    next_cursor:
      rows.length < simulatedSettlementPages.itemsPerPage
        ? null
        : String(start + simulatedSettlementPages.itemsPerPage),
  };
}

/** Refuses a call with SIMULATED_PROVIDER=down. @throws {ProviderUnavailable} */
function refuseWhileDown(): void {
  if (env().isSimulatedProviderDown) throw new ProviderUnavailable("The payment provider", "unreachable");
}
