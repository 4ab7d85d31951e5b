import "server-only";
import { sql } from "drizzle-orm";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycFigures, KycFiguresPeriod, KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { lagosDayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { toAdminRef } from "@/lib/server/records/admin-record";

const DAY_MS = 86_400_000;
/** States that count as decisions. Excludes revocations, which have their own time and author and do not answer the user's request. */
const DECIDED_STATES = sql.raw("('approved', 'rejected', 'resubmission_requested')");

type DecisionKind = Exclude<keyof KycFigures, "median_minutes">;
type DecisionCount = { id: string; name: string; email: string; kind: DecisionKind; today: number; seven_days: number };
type MedianMinutes = { id: string | null; whole: number | null; today: number | null; seven_days: number | null };

/** Returns today's and the last seven days' decisions, of the team and of the officers that the caller may see. */
export async function readOfficerFigures(
  db: Queryable,
  admin: SignedInAdmin,
): Promise<Pick<KycStats, "median_minutes" | "team" | "officers">> {
  const today = startOfDay(lagosDayOf(new Date()));
  const since = new Date(today.getTime() - 6 * DAY_MS);
  const decisionCounts = await readCounts(db, today, since);
  const medians = new Map((await readMedians(db, today, since)).map((median) => [median.id, median]));
  const figuresByPeriod = (rows: readonly DecisionCount[], id: string | null) => ({
    today: toFigures("today", rows, medians.get(id)),
    seven_days: toFigures("seven_days", rows, medians.get(id)),
  });
  const people = new Map(decisionCounts.map(({ id, name, email }) => [id, { id, name, email }]));
  if (satisfiesPolicy(admin.rights, kycRoutes.decide.policy)) people.set(admin.id, toAdminRef(admin));
  return {
    median_minutes: minutes(medians.get(null)?.whole),
    team: figuresByPeriod(decisionCounts, null),
    officers: [...people.values()]
      .filter(({ id }) => id === admin.id || maySeeOtherOfficers(admin))
      .map((officer) => ({
        officer,
        ...figuresByPeriod(
          decisionCounts.filter((row) => row.id === officer.id),
          officer.id,
        ),
      }))
      .sort((a, b) => a.officer.name.localeCompare(b.officer.name, "en") || a.officer.id.localeCompare(b.officer.id)),
  };
}

/** Returns true if KYC_FIGURES lets this admin see others' figures. A lead is an admin with `approve`. */
function maySeeOtherOfficers({ rights }: SignedInAdmin): boolean {
  const { kycFigures } = env();
  return (
    kycFigures === "all" ||
    (kycFigures === "lead" && satisfiesPolicy(rights, accessPolicy("KYC Management", "approve")))
  );
}

/** Counts decisions from the audit trail, because a resubmitted request no longer shows that it was returned. */
async function readCounts(db: Queryable, today: Date, since: Date): Promise<DecisionCount[]> {
  const result = await db.execute<DecisionCount>(sql`
    select t.admin_id as id, max(coalesce(a.first_name || ' ' || a.last_name, t.admin_name)) as name,
      coalesce(max(a.email), '') as email, t.kind,
      count(*) filter (where t.at >= ${today})::int as today, count(*)::int as seven_days
    from (
      select admin_id, admin_name, at, case when action = 'kyc.reopen' then 'reopened'
        when after ->> 'state' = 'resubmission_requested' then 'sent_back' else after ->> 'state' end as kind
      from audit_trails where action in ('kyc.decide', 'kyc.reopen') and outcome = 'done' and at >= ${since}) t
    left join admins a on a.id = t.admin_id
    group by t.admin_id, t.kind`);
  return result.rows;
}

/** Returns median seconds to the decision, from submission and from claim, by officer and overall. */
async function readMedians(db: Queryable, today: Date, since: Date): Promise<MedianMinutes[]> {
  const median = (fromDate: string) =>
    sql.raw(`percentile_cont(0.5) within group (order by extract(epoch from decided_at - ${fromDate}))`);
  const result = await db.execute<MedianMinutes>(sql`
    select decided_by_id as id, ${median("submitted_at")}::float8 as whole,
      ${median("claimed_at")} filter (where decided_at >= ${today}) as today, ${median("claimed_at")} as seven_days
    from kyc_requests where decided_at >= ${since} and state in ${DECIDED_STATES}
    group by grouping sets ((decided_by_id), ())`);
  return result.rows;
}

function toFigures(
  period: KycFiguresPeriod,
  rows: readonly DecisionCount[],
  median: MedianMinutes | undefined,
): KycFigures {
  const sum = (kind: DecisionKind) => rows.reduce((total, row) => total + (row.kind === kind ? row[period] : 0), 0);
  return {
    approved: sum("approved"),
    rejected: sum("rejected"),
    sent_back: sum("sent_back"),
    reopened: sum("reopened"),
    median_minutes: minutes(median?.[period]),
  };
}

const minutes = (seconds: number | null | undefined) => (seconds == null ? null : Math.round(Number(seconds) / 60));
