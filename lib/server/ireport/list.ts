import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { splitChoiceList } from "@/lib/contract/common";
import { IREPORT_LIST, type IreportState } from "@/lib/contract/ireport.values";
import { latestChangePosition } from "@/lib/server/audit/changes-since";
import type { Queryable } from "@/lib/server/db/client";
import { ireports, urgencySql } from "@/lib/server/db/schema/ireport";
import { toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { readListWindow } from "@/lib/server/lists/list-window";
import { currentCountCap } from "@/lib/server/lists/search-scope";
import { type IreportListInput, ireportFilter } from "./filter";
import {
  filterCondition,
  findMultiValueFilter,
  listSectionOfState,
  readPerValue,
  readRunningStateByState,
  shouldReadPerValue,
} from "./multi-value-reader";
import { selectReportRows, toReportRow } from "./rows";
import { IS_WAITING_FOR_CITIZEN, LIST_SECTIONS, readByCondition, type SectionReader } from "./single-condition-reader";
import type { IreportViewer } from "./visibility";

/** Sort columns. `byPart`: sorts each list section separately. Number and submission time sort all sections together. */
const SORTS: Record<string, { by: (PgColumn | SQL)[]; byPart: boolean }> = {
  due_at: { by: [ireports.dueAt], byPart: true },
  state_due_at: { by: [ireports.stateDueAt], byPart: true },
  // Sorts by urgency instead of the stored rank, because the highest priority has the lowest rank.
  priority: { by: [urgencySql(ireports.priority), ireports.dueAt], byPart: true },
  submitted_at: { by: [ireports.submittedAt], byPart: false },
  number: { by: [sql`length(${ireports.number})`, ireports.number], byPart: false },
};

/** Lists reports, by default by due time: running reports, then paused, then closed ones (docs/rules.md). */
export async function listIreports(db: Queryable, input: IreportListInput, admin: IreportViewer) {
  // Reads the id of the last change before the rows. A change between the two reads is then reported to the client again instead of missed.
  const lastChangeId = await latestChangePosition(db);
  const isSearch = Boolean(input.q?.trim());
  const multiValue = isSearch ? null : await findMultiValueFilter(db, input, admin);
  const where = multiValue ? filterCondition(multiValue) : await ireportFilter(db, input, admin);
  const counterReader = multiValue ? readPerValue(db, multiValue) : readByCondition(db, where);
  const reader =
    multiValue && shouldReadPerValue(multiValue, input)
      ? counterReader
      : canReadByState(input)
        ? readRunningStateByState(db, where)
        : readByCondition(db, where);
  const matches = isSearch || (input.near && reader !== counterReader) ? await searchOnce(db, input, where) : null;
  const ids = matches?.ids ?? (await readPageIds(reader, input));
  const rows = ids.length ? await selectReportRows(db).where(inArray(ireports.id, ids)) : [];
  const items = rows.sort((a, b) => ids.indexOf(a.report.id) - ids.indexOf(b.report.id)).map(toReportRow);
  const count = matches ? toCappedTotal(matches.count) : await counterReader.count();
  const window = await readListWindow(
    db,
    IREPORT_LIST,
    { ...input, sort: input.sort ?? IREPORT_LIST.defaultSort },
    items,
    {
      table: ireports,
      at: ireports.submittedAt,
      where: () => ireportFilter(db, { ...input, until: undefined }, admin),
    },
  );
  return { ...toPagedList(input, items, count), ...window, mark: lastChangeId };
}

/**
 * Runs a search by text or distance once, for count and page. With too many matches to count, returns no ids: reading in list order then
 * finds the page faster.
 */
async function searchOnce(db: Queryable, input: IreportListInput, where: SQL | undefined) {
  const { order, byPart } = sortOrderOf(input.sort);
  const { size, page } = input;
  const cap = currentCountCap();
  const matches = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select id, closed, due_at, state_due_at, submitted_at, number, priority, state
        from ${ireports} where ${where} limit ${cap + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${cap} then array(select id from fitting ${ireports}
      order by ${byPart ? sql`closed, ${IS_WAITING_FOR_CITIZEN}, ` : sql``} ${order} limit ${size} offset ${page * size}) end as ids from counted`);
  return matches.rows[0] ?? { count: 0, ids: [] };
}

function sortOrderOf(sort = "due_at") {
  const descending = sort.startsWith("-");
  const { by, byPart } = SORTS[sort.replace("-", "")] ?? { by: [], byPart: false };
  const isReversed = descending !== sort.endsWith("priority");
  const order = sql.join(
    [...by, ireports.id].map((column) => sql`${column} ${sql.raw(isReversed ? "desc" : "asc")}`),
    sql`, `,
  );
  return { order, byPart };
}

/** Returns true for due-time order without a filter that has its own index. Reading state by state is then faster. */
const canReadByState = ({ sort = "due_at", ...filters }: IreportListInput) =>
  sort.endsWith("due_at") &&
  !sort.endsWith("state_due_at") &&
  ![filters.state, filters.lga, filters.priority, filters.owner, filters.reporter, filters.category].some(Boolean) &&
  ![filters.department, filters.near, filters.q?.trim()].some(Boolean);

/** Returns the report ids of a page, which may span several sections of the list. */
async function readPageIds(reader: SectionReader, { sort, page, size, state, late }: IreportListInput) {
  const { order, byPart } = sortOrderOf(sort);
  if (!byPart) return reader.ids("all", { order, limit: size, offset: page * size });
  const wanted = state && splitChoiceList<IreportState>(state).map(listSectionOfState);
  const parts = LIST_SECTIONS.filter((part) => (!wanted || wanted.includes(part)) && (!late || part === "running"));
  const ids: string[] = [];
  let offset = page * size;
  for (const part of parts) {
    const matches = await reader.ids(part, { order, limit: size - ids.length, offset });
    ids.push(...matches);
    if (ids.length === size || part === parts.at(-1)) break;
    if (matches.length > 0) offset = 0;
    else if (offset > 0) offset -= (await reader.count(part, offset)).total;
  }
  return ids;
}
