import "server-only";
import { and, eq, gte, lte, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import { routes } from "@/lib/contract/routes";
import { CLOSING_BALANCE_DAYS_MAX } from "@/lib/contract/system-wallet.values";
import { refuse } from "@/lib/server/api/errors";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { codeLabelColumns, moneyCell, textCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { EARLIEST_DAY, requestedDayPeriod } from "@/lib/server/transaction/overview";

/** Selects one row per system account and Lagos day up to today. PostgreSQL computes only the requested days. */
const CLOSING_DAYS = sql`(
  select a.code as account, d.day, coalesce(sums.came, 0) as came, coalesce(sums.went, 0) as went,
    coalesce(last.balance_after, 0) as closing
  from ledger_accounts a
  cross join (select day::date as day from generate_series(${sql.raw(`'${EARLIEST_DAY}'`)}::timestamp,
    now() at time zone 'Africa/Lagos', '1 day') as day) d
  left join lateral (
    select sum(amount) filter (where facet = a.code || ':in') as came, -sum(amount) filter (where facet = a.code || ':out') as went
    from day_totals where list = 'wallets' and facet in (a.code || ':in', a.code || ':out') and day = d.day
  ) sums on true
  left join lateral (
    select balance_after from ledger_postings p
    where p.account_id = a.id and p.posted_at < (d.day + 1)::timestamp at time zone 'Africa/Lagos'
    order by p.posted_at desc, p.seq desc limit 1
  ) last on true
  where a.code is not null
) closing_days`;
const closingColumn = (column: "account" | "day" | "came" | "went" | "closing") => sql.raw(`closing_days.${column}`);

type DayRange = { account: SystemAccount; from: string; to: string };
const closingFilter = ({ account, from, to }: DayRange) =>
  and(eq(closingColumn("account"), account), gte(closingColumn("day"), from), lte(closingColumn("day"), to));

const FUTURE_DAYS_MESSAGE = "Choose days up to today: those to come have no balance yet.";

/** Returns the account and the requested days of closing balances. @throws 400 for too many days, and for future days */
export function closingDaysOf(input: { account: SystemAccount; days: number; from?: string; to?: string }): DayRange {
  const period = requestedDayPeriod(input, CLOSING_BALANCE_DAYS_MAX);
  if (period.to > lagosDayOf(new Date())) throw refuse.badInput(FUTURE_DAYS_MESSAGE, { to: FUTURE_DAYS_MESSAGE });
  return { account: input.account, ...period };
}

type ClosingBalance = { day: string; came: number; went: number; closing: number };

/** Lists closing balances, newest first. */
export async function closingBalances(db: Queryable, days: DayRange): Promise<ClosingBalance[]> {
  const result = await db.execute<ClosingBalance>(sql`
    select day::text as day, came::float8 as came, went::float8 as went, closing::float8 as closing
    from ${CLOSING_DAYS} where ${closingFilter(days)} order by day desc`);
  return result.rows;
}

/** Export of the closing balances of system accounts. */
export const closingBalanceExport: ExportList = {
  route: routes.systemWallet.exportClosingBalances,
  table: CLOSING_DAYS,
  key: { at: closingColumn("day"), id: closingColumn("account"), direction: "asc" },
  columns: [
    ["Day", textCell(sql`${closingColumn("day")}::text`)],
    ...codeLabelColumns("Account", closingColumn("account"), SYSTEM_ACCOUNTS),
    ["In (naira)", moneyCell(closingColumn("came"))],
    ["Out (naira)", moneyCell(closingColumn("went"))],
    ["Closing balance (naira)", moneyCell(closingColumn("closing"))],
  ],
  filter: (filter) => closingFilter(filter as DayRange),
};
