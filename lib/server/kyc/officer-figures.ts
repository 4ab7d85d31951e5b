import "server-only";
import { sql } from "drizzle-orm";
import { allows, needs } from "@/lib/contract/access";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycFigures, KycPeriod, KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { dayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { adminRefOf } from "@/lib/server/records/admin-record";

const DAY = 86_400_000;
/** Excludes revocations: they have their own time and author and don't answer the user's request. */
const DECISIONS = sql.raw("('approved', 'rejected', 'resubmission_requested')");

type Kind = Exclude<keyof KycFigures, "median_minutes">;
type Counted = { id: string; name: string; email: string; kind: Kind; today: number; seven_days: number };
type Median = { id: string | null; whole: number | null; today: number | null; seven_days: number | null };

/** Returns today's and the last seven days' decisions, of the team and of the officers that the caller may see. */
export async function figuresOf(
  db: Queryable,
  admin: SignedInAdmin,
): Promise<Pick<KycStats, "median_minutes" | "team" | "officers">> {
  const today = startOfDay(dayOf(new Date()));
  const since = new Date(today.getTime() - 6 * DAY);
  const counted = await countsOf(db, today, since);
  const medians = new Map((await mediansOf(db, today, since)).map((median) => [median.id, median]));
  const periods = (rows: readonly Counted[], id: string | null) => ({
    today: figures("today", rows, medians.get(id)),
    seven_days: figures("seven_days", rows, medians.get(id)),
  });
  const people = new Map(counted.map(({ id, name, email }) => [id, { id, name, email }]));
  if (allows(admin.rights, kycRoutes.decide.policy)) people.set(admin.id, adminRefOf(admin));
  return {
    median_minutes: minutes(medians.get(null)?.whole),
    team: periods(counted, null),
    officers: [...people.values()]
      .filter(({ id }) => id === admin.id || seesOthers(admin))
      .map((officer) => ({
        officer,
        ...periods(
          counted.filter((row) => row.id === officer.id),
          officer.id,
        ),
      }))
      .sort((a, b) => a.officer.name.localeCompare(b.officer.name, "en") || a.officer.id.localeCompare(b.officer.id)),
  };
}

/** Returns true if KYC_FIGURES lets this admin see others' figures. A lead is an admin who may approve. */
function seesOthers({ rights }: SignedInAdmin): boolean {
  const { kycFigures } = env();
  return kycFigures === "all" || (kycFigures === "lead" && allows(rights, needs("KYC Management", "approve")));
}

/** Counts from the audit trail, because a resubmitted request no longer shows that it was sent back. */
async function countsOf(db: Queryable, today: Date, since: Date): Promise<Counted[]> {
  const found = await db.execute<Counted>(sql`
    select t.admin_id as id, max(coalesce(a.first_name || ' ' || a.last_name, t.admin_name)) as name,
      coalesce(max(a.email), '') as email, t.kind,
      count(*) filter (where t.at >= ${today})::int as today, count(*)::int as seven_days
    from (
      select admin_id, admin_name, at, case when action = 'kyc.reopen' then 'reopened'
        when after ->> 'state' = 'resubmission_requested' then 'sent_back' else after ->> 'state' end as kind
      from audit_trails where action in ('kyc.decide', 'kyc.reopen') and outcome = 'done' and at >= ${since}) t
    left join admins a on a.id = t.admin_id
    group by t.admin_id, t.kind`);
  return found.rows;
}

/** Returns median seconds to the decision, from submission and from claim, by officer and overall. Uses an index. */
async function mediansOf(db: Queryable, today: Date, since: Date): Promise<Median[]> {
  const median = (from: string) =>
    sql.raw(`percentile_cont(0.5) within group (order by extract(epoch from decided_at - ${from}))`);
  const found = await db.execute<Median>(sql`
    select decided_by_id as id, ${median("submitted_at")}::float8 as whole,
      ${median("claimed_at")} filter (where decided_at >= ${today}) as today, ${median("claimed_at")} as seven_days
    from kyc_requests where decided_at >= ${since} and state in ${DECISIONS}
    group by grouping sets ((decided_by_id), ())`);
  return found.rows;
}

function figures(period: KycPeriod, rows: readonly Counted[], median: Median | undefined): KycFigures {
  const sum = (kind: Kind) => rows.reduce((total, row) => total + (row.kind === kind ? row[period] : 0), 0);
  return {
    approved: sum("approved"),
    rejected: sum("rejected"),
    sent_back: sum("sent_back"),
    reopened: sum("reopened"),
    median_minutes: minutes(median?.[period]),
  };
}

const minutes = (seconds: number | null | undefined) => (seconds == null ? null : Math.round(Number(seconds) / 60));
