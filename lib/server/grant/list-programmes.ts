import "server-only";
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { grantCalls } from "@/lib/contract/grant";
import { PROGRAMME_STATES, type ProgrammeState } from "@/lib/contract/grant.values";
import type { Queryable } from "@/lib/server/db/client";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { type ListSection, readSearchResultPage, searchWordsCondition } from "@/lib/server/lists/search-page";
import { containsText, parseSearchText } from "@/lib/server/lists/search-terms";
import { programmeRows } from "./programme-rows";

type ListInput = InputOf<typeof grantCalls.programmes>;

const SORT_COLUMNS = {
  name: [sql`lower(${grantProgrammes.name})`],
  closes_at: [grantProgrammes.closesAt],
  budget: [grantProgrammes.budget],
  updated_at: [grantProgrammes.updatedAt],
};
const sortedBy = (sort: string) => orderByClause(sort, SORT_COLUMNS, grantProgrammes.id);

/** Default order: open programmes, next to close first; then drafts, closed and completed ones, latest end first. */
const DEFAULT_ORDERS: Record<ProgrammeState, SQL> = {
  open: sortedBy("closes_at"),
  draft: sortedBy("-closes_at"),
  closed: sortedBy("-closes_at"),
  completed: sortedBy("-closes_at"),
};
const DEFAULT_STATES: readonly ProgrammeState[] = ["open", "draft", "closed", "completed"];

/** Returns the sections of a sorted list. If sorted by `closes_at`, programmes without that date are last in both directions. */
function listSections(sort: string | undefined, states: readonly ProgrammeState[]): ListSection[] {
  if (!sort)
    return DEFAULT_STATES.filter((state) => states.includes(state)).map((state) => ({
      where: eq(grantProgrammes.state, state),
      order: DEFAULT_ORDERS[state],
    }));
  if (!sort.endsWith("closes_at")) return [{ order: sortedBy(sort) }];
  return [
    { where: isNotNull(grantProgrammes.closesAt), order: sortedBy(sort) },
    { where: isNull(grantProgrammes.closesAt), order: sql`${grantProgrammes.id} desc` },
  ];
}

/** Lists programmes, by default open ones first. */
export async function listProgrammes(db: Queryable, input: ListInput) {
  const states = input.state ? splitChoiceList<ProgrammeState>(input.state) : undefined;
  const where = and(
    states ? inArray(grantProgrammes.state, states) : undefined,
    input.q?.trim() ? await searchCondition(db, input.q.trim()) : undefined,
  );
  const sections = listSections(input.sort, states ?? PROGRAMME_STATES);
  const columns = sql`name, state, closes_at, budget, updated_at`;
  const found = input.q?.trim()
    ? await readSearchResultPage(db, grantProgrammes, { ...input, where, order: sections, columns })
    : undefined;
  const items = await programmeRows(db, found?.ids ?? (await idsOfPage(db, input, sections, where)));
  return toPagedList(input, items, found ? toCappedTotal(found.count) : await countUpToCap(db, grantProgrammes, where));
}

/** Up to this number, a search reads all programmes (about 20 µs each) and finds any part of a word. */
export const MAX_PROGRAMMES_SCANNED = 500;

/** Matches a programme's id, or words of its name and sponsor: any part of a word, or only beginnings if there are too many programmes. */
async function searchCondition(db: Queryable, typed: string): Promise<SQL | undefined> {
  const { id, name, sponsor, words } = grantProgrammes;
  const { id: typedId } = parseSearchText(typed);
  if (typedId) return eq(id, typedId);
  const estimate = await db.execute<{ rows: number }>(
    sql`select reltuples as rows from pg_class where oid = 'grant_programmes'::regclass`,
  );
  return (estimate.rows[0]?.rows ?? 0) <= MAX_PROGRAMMES_SCANNED
    ? containsText(sql`${name} || ' ' || ${sponsor}`, typed)
    : searchWordsCondition(db, typed, { table: grantProgrammes, words });
}

/** Reads the programme ids of a page, which may span several sections of the list. */
async function idsOfPage(
  db: Queryable,
  { page, size }: ListInput,
  parts: readonly ListSection[],
  filter: SQL | undefined,
) {
  const ids: string[] = [];
  let skip = page * size;
  for (const { where, order } of parts) {
    const condition = and(filter, where);
    const found = await db
      .select({ id: grantProgrammes.id })
      .from(grantProgrammes)
      .where(condition)
      .orderBy(order)
      .limit(size - ids.length)
      .offset(skip);
    ids.push(...found.map((row) => row.id));
    if (ids.length === size) break;
    // The page starts after this section, so subtracts the section's size from the number of rows to skip.
    const passed = found.length || skip === 0 ? skip : (await countUpToCap(db, grantProgrammes, condition, skip)).total;
    skip -= passed;
  }
  return ids;
}
