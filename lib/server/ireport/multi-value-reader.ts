import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { COUNT_CAP, splitChoiceList } from "@/lib/contract/common";
import {
  IREPORT_RUNNING_STATES,
  type IreportState,
  isOpenIreport,
  isRunningIreport,
} from "@/lib/contract/ireport.values";
import { gridCellsAround } from "@/lib/contract/place.values";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { toCappedTotal, whereClause } from "@/lib/server/lists/list";
import {
  filteredCategoryIds,
  type IreportListInput,
  IS_OPEN_REPORT,
  ireportFilter,
  isWithinKm,
  parseCircle,
} from "./filter";
import { isInSection, type ListSection, readByCondition, type SectionReader } from "./single-condition-reader";
import type { IreportViewer } from "./visibility";

/** Maximum number of rows that one page may read for all filter values together. For more rows, a single query is faster. */
const MAX_ROWS_READ = 50_000;

/**
 * A filter by several values of one column, each with an index by due time. For a single value, PostgreSQL reads rows in that index order.
 * For several, it sorts all matches or scans all reports, which becomes slower as the table grows. So this module reads the first rows of
 * each value and merges them.
 */
type MultiValueFilter = {
  column: PgColumn;
  values: readonly (string | number)[];
  /** SQL condition of the list's other filters; undefined without any. */
  rest: SQL | undefined;
};

/** Returns the most selective of the filters that have several values, or null if no filter has several values. */
export async function findMultiValueFilter(
  db: Queryable,
  input: IreportListInput,
  admin: IreportViewer,
): Promise<MultiValueFilter | null> {
  // States explicitly that late reports are open, because the indexes require it and PostgreSQL can't infer it.
  const open = input.late ? IS_OPEN_REPORT : undefined;
  const otherFilters = async (omitted: Partial<IreportListInput>) =>
    and(open, await ireportFilter(db, { ...input, ...omitted }, admin));
  const filterBy = async (column: PgColumn, values: MultiValueFilter["values"], omitted: Partial<IreportListInput>) =>
    values.length > 1 ? { column, values, rest: await otherFilters(omitted) } : null;
  if (input.near) {
    const [place, km] = parseCircle(input.near, input.within);
    const rest = and(await otherFilters({ near: undefined }), isWithinKm(place, km));
    return { column: ireports.cell, values: gridCellsAround(place.lat, place.lng, km), rest };
  }
  const categories = await filteredCategoryIds(db, input);
  if (categories) return filterBy(ireports.categoryId, categories, { category: undefined, department: undefined });
  if (input.lga) return filterBy(ireports.lga, splitChoiceList(input.lga), { lga: undefined });
  if (input.state) return filterBy(ireports.state, splitChoiceList(input.state), { state: undefined });
  if (input.priority) return filterBy(ireports.priority, splitChoiceList(input.priority), { priority: undefined });
  return null;
}

/** Returns all filters as a single SQL condition, including the filter by several values. */
export const filterCondition = ({ column, values, rest }: MultiValueFilter): SQL | undefined =>
  and(sql`${column} = any(${sqlArray(column, values)})`, rest);

/** Returns true if one query per filter value is faster: in due-time order, and not on a deep page. */
export const shouldReadPerValue = (
  { values }: MultiValueFilter,
  { sort = "due_at", page, size }: IreportListInput,
): boolean => ["due_at", "-due_at"].includes(sort) && values.length * (page + 1) * size <= MAX_ROWS_READ;

/** Reads pages with one query per filter value; only for due-time order. */
export const readPerValue = (db: Queryable, filter: MultiValueFilter): SectionReader => ({
  async ids(part, { order, limit, offset }) {
    const firstRows = firstRowsPerValue(filter, part, sql`id, due_at`, sql`order by ${order} limit ${offset + limit}`);
    const found = await db.execute<{ id: string }>(sql`
      select id from ${firstRows} order by ${order} limit ${limit} offset ${offset}`);
    return found.rows.map(({ id }) => id);
  },
  async count(part = "all", cap = COUNT_CAP) {
    const firstRows = firstRowsPerValue(filter, part, sql`1`, sql`limit ${cap + 1}`);
    const result = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (select 1 from ${firstRows} limit ${cap + 1}) as counted`);
    return toCappedTotal(result.rows[0]?.count ?? 0, cap);
  },
});

/**
 * Reads running reports state by state. The index of open reports by due time does not contain the state, and paused reports have the
 * oldest due times, so a scan would read all paused reports first.
 */
export function readRunningStateByState(db: Queryable, where: SQL | undefined): SectionReader {
  const single = readByCondition(db, where);
  const running = readPerValue(db, { column: ireports.state, values: IREPORT_RUNNING_STATES, rest: where });
  return { ...single, ids: (part, slice) => (part === "running" ? running : single).ids(part, slice) };
}

/** Returns SQL that selects the first rows of each filter value, as a subquery with the table's own name. */
function firstRowsPerValue(
  { column, values, rest }: MultiValueFilter,
  part: ListSection,
  columns: SQL,
  limited: SQL,
): SQL {
  // Skips states of other list sections, which would cause a useless scan.
  const fitting = column === ireports.state && part !== "all" ? values.filter((state) => covers(part, state)) : values;
  return sql`unnest(${sqlArray(column, fitting)}) as one(value) cross join lateral (select ${columns}
    from ${ireports} ${whereClause(and(sql`${column} = one.value`, isInSection(part), rest))} ${limited}) as ${ireports}`;
}

const covers = (part: ListSection, state: string | number) => part === listSectionOfState(state as IreportState);

/** Returns the section of the list that contains reports in this state. */
export const listSectionOfState = (state: IreportState): Exclude<ListSection, "all"> =>
  isRunningIreport(state) ? "running" : isOpenIreport(state) ? "waiting" : "closed";

const sqlArray = (column: PgColumn, values: MultiValueFilter["values"]): SQL =>
  sql`${sql.param([...values])}::${sql.raw(column.getSQLType())}[]`;
