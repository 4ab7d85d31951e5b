import "server-only";
import { and, gte, lte, type SQL, sql } from "drizzle-orm";
import type { RevenueReport, RevenueReportRow } from "@/lib/contract/revenue-heads";
import type { RevenueReportGrouping } from "@/lib/contract/revenue-heads.values";
import { routes } from "@/lib/contract/routes";
import { PAYMENT_CHANNELS, SETTLED_TRANSACTION_STATES, TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { codeLabelColumns, moneyCell, numberCell, textCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import type { DayPeriod } from "@/lib/server/transaction/overview";

/** SQL condition for settled taxes and levies. The index `transactions_taxes` needs the text of the type's condition. */
const isSettledTax = sql`t.type = 'tax_and_levy' and t.state in (${sql.raw(SETTLED_TRANSACTION_STATES.map((state) => `'${state}'`).join(", "))})`;
const paidOn = sql`(t.completed_at at time zone 'Africa/Lagos')::date`;
/** LGA of the payer at the time of the payment; the current one for a payment without a revenue head. */
const lgaOfPayer = sql`coalesce(p.lga, (select u.lga from users u where u.id = t.user_id))`;

/** Columns of each grouping. Heads are grouped by their names too, so that a renamed revenue head keeps its earlier name. */
const GROUPS: Record<RevenueReportGrouping, { key: SQL; name?: SQL; ministry?: SQL }> = {
  head: { key: sql`h.code`, name: sql`h.name`, ministry: sql`h.ministry` },
  lga: { key: lgaOfPayer },
  channel: { key: sql`t.channel` },
  day: { key: paidOn },
};

/** Sums settled taxes and levies of a period. Payments without a revenue head are summed in the last row. */
export async function readRevenueReport(
  db: Queryable,
  by: RevenueReportGrouping,
  { from, to }: DayPeriod,
): Promise<RevenueReport> {
  const { key, name = sql`null::text`, ministry = sql`null::text` } = GROUPS[by];
  const tables =
    by === "head"
      ? sql`left join tax_payments p on p.transaction_id = t.id
      left join revenue_heads h on h.id = p.revenue_head_id`
      : by === "lga"
        ? sql`left join tax_payments p on p.transaction_id = t.id`
        : sql``;
  // Groups by the date and converts the date to text afterwards. If grouped by text, PostgreSQL would sort all payments by that text.
  const result = await db.execute<RevenueReportRow>(sql`
    select key::text as key, name, ministry, count::float8 as count, amount::float8 as amount, refunded::float8 as refunded,
      (amount - refunded)::float8 as net
    from (
      select ${key} as key, ${name} as name, ${ministry} as ministry, count(*) as count, sum(t.amount) as amount,
        sum(t.refunded_amount) as refunded
      from transactions t ${tables}
      where ${isSettledTax} and t.completed_at >= ${startOfDay(from)} and t.completed_at < ${endOfDay(to)}
      group by 1, 2, 3
    ) sums
    order by 1 nulls last, 2`);
  const items = result.rows;
  const sum = (figure: "count" | "amount" | "refunded" | "net") =>
    items.reduce((total, item) => total + item[figure], 0);
  return {
    ...{ from, to, by, items },
    total: { count: sum("count"), amount: sum("amount"), refunded: sum("refunded"), net: sum("net") },
  };
}

/** One row per day, revenue head, LGA and channel. PostgreSQL computes only the requested days. */
const REVENUE_ROWS = sql`(
  select ${paidOn} as day, h.code, h.name, h.ministry, ${lgaOfPayer} as lga, t.channel, count(*) as payments,
    sum(t.amount) as amount, sum(t.refunded_amount) as refunded,
    concat_ws('|', h.code, h.name, h.ministry, ${lgaOfPayer}, t.channel) as id
  from transactions t left join tax_payments p on p.transaction_id = t.id
  left join revenue_heads h on h.id = p.revenue_head_id
  where ${isSettledTax} and t.completed_at is not null
  group by 1, 2, 3, 4, 5, 6
) revenue`;
const column = (name: string) => sql.raw(`revenue.${name}`);

/** Export of the report, by day, revenue head, LGA and channel. */
export const revenueReportExport: ExportList = {
  route: routes.revenueHeads.exportReport,
  table: REVENUE_ROWS,
  key: { at: column("day"), id: column("id"), direction: "asc" },
  columns: [
    ["Day", textCell(sql`${column("day")}::text`)],
    ["Revenue head", textCell(column("code"))],
    ["Name", textCell(sql`coalesce(${column("name")}, 'Without a revenue head')`)],
    ["Ministry", textCell(column("ministry"))],
    ["LGA", textCell(column("lga"))],
    ...codeLabelColumns("Channel", column("channel"), PAYMENT_CHANNELS, TRANSACTION_LABELS),
    ["Payments", numberCell(column("payments"))],
    ["Amount (naira)", moneyCell(column("amount"))],
    ["Refunded (naira)", moneyCell(column("refunded"))],
    ["Net (naira)", moneyCell(sql`${column("amount")} - ${column("refunded")}`)],
  ],
  filter: (filter) => and(gte(column("day"), filter.from), lte(column("day"), filter.to)),
};
