import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { splitAnyOf } from "@/lib/contract/common";
import { type Database, database, type Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { kycDays } from "@/lib/server/db/schema/kyc-days";
import { endOfDay, startOfDay } from "@/lib/server/time";
import type { KycFilters } from "./list";

/** Up to here reading what is skipped costs less than looking it up. */
const SHALLOW = 2_000;

/** The requests that a list asks for, as kyc_days counts them. */
type Counted = { facets: string[]; from?: string; to?: string };

/** @returns undefined where they are not counted: for two filters at once beside the dates, and for a search. */
export function countedOf(input: KycFilters, adminId: string): Counted | undefined {
  const { submitted_from: from, submitted_to: to, assignee, flagged, late, q, ...facets } = input;
  if (late || q?.trim()) return undefined;
  const { state, tier, identity_type, lga } = facets;
  const asked = Object.entries({ state, tier, identity_type, lga }).flatMap(([facet, values]) =>
    values ? [splitAnyOf(values).map((value) => `${facet}:${value}`)] : [],
  );
  if (assignee) asked.push([`assignee:${assignee === "me" ? adminId : assignee}`]);
  if (flagged) asked.push(["flagged"]);
  return asked.length > 1 ? undefined : { facets: asked[0] ?? [""], from, to };
}

/**
 * Where a page in the order of submission begins: on a day, so many rows into it. The days before it are added up and
 * not read, so the last page costs little more than the first.
 * @returns a condition and an offset for the query; undefined for a page near the beginning, or past the end.
 */
export async function pageByDay(
  db: Queryable,
  { facets, from, to }: Counted,
  { descending, offset }: { descending: boolean; offset: number },
): Promise<{ where: SQL; offset: number } | undefined> {
  if (offset <= SHALLOW) return undefined;
  const direction = descending ? sql`desc` : sql`asc`;
  const found = await db.execute<{ day: string; skipped: string }>(sql`
    select day::text as day, skipped from (
      select day, sum(sum(rows)) over (order by day ${direction}) - sum(rows) as skipped from ${kycDays}
      where facet = any(${sql.param(facets)}::text[])
        ${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day <= ${to}` : sql``} group by day) days
    where skipped <= ${offset} order by skipped desc, day ${direction} limit 1`);
  const [start] = found.rows;
  if (!start) return undefined;
  const at = kycRequests.submittedAt;
  return {
    where: descending ? sql`${at} < ${endOfDay(start.day)}` : sql`${at} >= ${startOfDay(start.day)}`,
    offset: offset - Number(start.skipped),
  };
}

/** Makes one row of what belongs together. Any number of servers may. @returns rows that are gone */
export async function foldKycDays(db: Database = database().db): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`select fold_kyc_days() as folded`);
  return rows[0]?.folded ?? 0;
}
