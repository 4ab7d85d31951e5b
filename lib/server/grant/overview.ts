import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import type { GrantOverview } from "@/lib/contract/grant";
import { APPLICATION_REVIEW_STATES } from "@/lib/contract/grant.values";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { listLagosDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications, grantProgrammes } from "@/lib/server/db/schema/grant";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { countUpToCap } from "@/lib/server/lists/list";
import { type DayPeriod, periodOfLastDays } from "@/lib/server/transaction/overview";
import { applicationFilter } from "./application-filter";
import { countApplications, programmeRows } from "./programme-rows";

const PERIOD_DAYS = 30;
const MAX_SHOWN = 8;

/**
 * Returns the figures of the grants overview; amounts in kobo. `by_day`: applications by Lagos day of submission, and kobo paid
 * that day. Counts are capped as in lists.
 * @param adminId the requesting admin; `to_review` counts applications that this admin can score
 */
export async function readGrantOverview(db: Queryable, adminId: string): Promise<GrantOverview> {
  const applications = await countApplications(db);
  return {
    ...(await readPool(db)),
    ...(await sumBudgets(db)),
    applications,
    flagged: await countFiltered(db, { duplicate: "any", state: APPLICATION_REVIEW_STATES.join(",") }, adminId),
    to_review: await countFiltered(db, { review: "mine" }, adminId),
    to_decide: await countFiltered(db, { state: "shortlisted", review: "in" }, adminId),
    to_pay: await sumToPay(db),
    failed: applications.payment_failed,
    programmes: await programmeRows(db, await openProgrammes(db)),
    by_day: await countByDay(db, periodOfLastDays(PERIOD_DAYS)),
  };
}

/** Counts applications with the same filter as the linked list, so that both numbers are equal. */
async function countFiltered(
  db: Queryable,
  filter: Parameters<typeof applicationFilter>[0],
  adminId: string,
): Promise<number> {
  return (await countUpToCap(db, grantApplications, applicationFilter(filter, adminId))).total;
}

async function readPool(db: Queryable): Promise<Pick<GrantOverview, "pool" | "pool_available">> {
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, SYSTEM_ACCOUNT_IDS.grants_pool));
  if (!account) throw new Error("There is no grants pool.");
  return { pool: account.balance, pool_available: account.balance - account.reserved };
}

type BudgetSums = Pick<GrantOverview, "budget" | "committed" | "paid" | "open">;
async function sumBudgets(db: Queryable): Promise<BudgetSums> {
  const { rows } = await db.execute<BudgetSums>(sql`
    select coalesce(sum(budget), 0)::float8 as budget, coalesce(sum(committed), 0)::float8 as committed,
      coalesce(sum(paid), 0)::float8 as paid, (count(*) filter (where state = 'open'))::int as open
    from grant_programmes where state in ('open', 'closed')`);
  return rows[0] ?? { budget: 0, committed: 0, paid: 0, open: 0 };
}

async function sumToPay(db: Queryable): Promise<GrantOverview["to_pay"]> {
  const { rows } = await db.execute<GrantOverview["to_pay"]>(sql`
    select count(*)::int as applications, coalesce(sum(amount), 0)::float8 as amount
    from grant_applications where state = 'approved' and not in_batch`);
  return rows[0] ?? { applications: 0, amount: 0 };
}

/** Returns the ids of the open programmes that close next. */
async function openProgrammes(db: Queryable): Promise<string[]> {
  const found = await db
    .select({ id: grantProgrammes.id })
    .from(grantProgrammes)
    .where(eq(grantProgrammes.state, "open"))
    .orderBy(asc(grantProgrammes.closesAt), asc(grantProgrammes.id))
    .limit(MAX_SHOWN);
  return found.map(({ id }) => id);
}

type OverviewDay = GrantOverview["by_day"][number];
/** Counts payouts by the Lagos day on which their transaction completed. */
async function countByDay(db: Queryable, { from, to }: DayPeriod): Promise<OverviewDay[]> {
  const { rows } = await db.execute<OverviewDay>(sql`
    select day::text as day, coalesce(sum(rows) filter (where list = 'applications'), 0)::int as applications,
      coalesce(sum(amount) filter (where list = 'completed'), 0)::float8 as paid
    from day_totals where (list, facet) in (('applications', ''), ('completed', 'type:grant_payout'))
      and day between ${from} and ${to} group by day`);
  const days = new Map(rows.map((row) => [row.day, row]));
  return listLagosDays(from, to).map((day) => days.get(day) ?? { day, applications: 0, paid: 0 });
}
