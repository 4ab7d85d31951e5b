import "server-only";
import { getTableColumns, inArray, sql } from "drizzle-orm";
import type { ProgrammeRow } from "@/lib/contract/grant";
import { APPLICATION_STATES, type ApplicationState } from "@/lib/contract/grant.values";
import type { Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";

// Columns of list rows. Excludes long texts, which only the programme's page needs.
const {
  publicText: _text,
  questions: _questions,
  documents: _documents,
  ...columns
} = getTableColumns(grantProgrammes);

/** Number of applications in each state. */
export type CountsByState = Record<ApplicationState, number>;

/** Returns list rows of these programmes, in the order of the ids. Skips ids that do not exist. */
export async function programmeRows(db: Queryable, ids: readonly string[]): Promise<ProgrammeRow[]> {
  if (!ids.length) return [];
  const found = await db
    .select(columns)
    .from(grantProgrammes)
    .where(inArray(grantProgrammes.id, [...ids]));
  const applications = await countsByProgramme(db, ids);
  const rows = new Map(found.map((row) => [row.id, toRow(row, applications.get(row.id) ?? zeroCounts())]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

type SelectedProgramme = Omit<typeof grantProgrammes.$inferSelect, "publicText" | "questions" | "documents">;

const toRow = (programme: SelectedProgramme, applications: CountsByState): ProgrammeRow => ({
  id: programme.id,
  name: programme.name,
  sponsor: programme.sponsor,
  state: programme.state,
  award_kind: programme.awardKind,
  amount: programme.amount,
  budget: programme.budget,
  committed: programme.committed,
  paid: programme.paid,
  opens_at: programme.opensAt?.toISOString() ?? null,
  closes_at: programme.closesAt?.toISOString() ?? null,
  applications,
  updated_at: programme.updatedAt.toISOString(),
  version: programme.version,
});

/** Counts each programme's applications by state from the daily totals (schema/totals.ts), in one query. */
async function countsByProgramme(db: Queryable, ids: readonly string[]): Promise<Map<string, CountsByState>> {
  const facets = ids.flatMap((id) => APPLICATION_STATES.map((state) => `programme:${id}:${state}`));
  const counted = new Map<string, CountsByState>();
  for (const { facet, rows } of await totalsByFacet(db, facets)) {
    const [, id = "", state] = facet.split(":");
    const byState = counted.get(id) ?? zeroCounts();
    byState[state as ApplicationState] = rows;
    counted.set(id, byState);
  }
  return counted;
}

/** Counts the applications of all programmes by state, from the daily totals. */
export async function countApplications(db: Queryable): Promise<CountsByState> {
  const counted = zeroCounts();
  const totals = await totalsByFacet(
    db,
    APPLICATION_STATES.map((state) => `state:${state}`),
  );
  for (const { facet, rows } of totals) counted[facet.slice("state:".length) as ApplicationState] = rows;
  return counted;
}

async function totalsByFacet(db: Queryable, facets: readonly string[]): Promise<{ facet: string; rows: number }[]> {
  const { rows } = await db.execute<{ facet: string; rows: number }>(sql`
    select facet, sum(rows)::int as rows from day_totals
    where list = 'applications' and facet = any(${sql.param(facets)}) group by 1`);
  return rows;
}

const zeroCounts = () => Object.fromEntries(APPLICATION_STATES.map((state) => [state, 0])) as CountsByState;
