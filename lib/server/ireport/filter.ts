import "server-only";
import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { ireportCalls } from "@/lib/contract/ireport";
import {
  IREPORT_OPEN_STATES,
  IREPORT_RUNNING_STATES,
  type IreportPriority,
  type IreportState,
} from "@/lib/contract/ireport.values";
import type { Lga } from "@/lib/contract/lgas.values";
import { boundingBoxAround, type GeoPoint, gridCellsAround } from "@/lib/contract/place.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { hasArrivedBy } from "@/lib/server/lists/list-window";
import { readCategoryTree } from "./category-tree";
import { searchCondition } from "./match-search";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

/** Filters, sort order and page of the report list. */
export type IreportListInput = InputOf<typeof ireportCalls.list>;
/** Filters of the report list. */
export type IreportFilters = Omit<IreportListInput, "page" | "size" | "sort">;

/** SQL condition: the report is open. Worded like the partial indexes, so that PostgreSQL uses them. */
export const IS_OPEN_REPORT = sql`not ${ireports.closed}`;
const quotedList = (states: readonly IreportState[]) => sql.raw(`('${states.join("', '")}')`);
/** SQL condition: the report's state is open. */
export const IS_OPEN_STATE = sql`${ireports.state} in ${quotedList(IREPORT_OPEN_STATES)}`;
/** SQL condition: the report's state is closed. */
export const IS_CLOSED_STATE = sql`${ireports.state} in ('resolved', 'rejected', 'duplicate')`;
/** SQL condition: the report is in a state in which officers have to act, so its deadline clocks run. */
export const IS_RUNNING_STATE = sql`${ireports.state} in ${quotedList(IREPORT_RUNNING_STATES)}`;

/** Returns an SQL condition: a deadline clock of the report is running and has passed its due time. */
export function isLateReport(now = new Date()): SQL {
  return sql`(${IS_RUNNING_STATE} and (${ireports.dueAt} < ${now} or ${ireports.stateDueAt} < ${now}))`;
}

/** Returns the SQL condition for reports that match the filters and that the admin may see. */
export async function ireportFilter(
  db: Queryable,
  input: IreportFilters,
  admin: IreportViewer,
): Promise<SQL | undefined> {
  const categories = await filteredCategoryIds(db, input);
  const inCategories = categories ? inArray(ireports.categoryId, categories) : undefined;
  return and(await visibleReportsFilter(db, admin), inCategories, ...filterConditions(input, admin.id));
}

/**
 * Returns the category ids for a filter: a first-level category with its subcategories, or all categories of a department.
 * @returns null if neither filter is set
 */
export async function filteredCategoryIds(
  db: Queryable,
  { category, department }: Pick<IreportFilters, "category" | "department">,
): Promise<string[] | null> {
  if (!category && !department) return null;
  const categoryIds = category && new Set(category.split(","));
  const tree = await readCategoryTree(db);
  const matchingIds = [...tree.values()].filter(({ id, parentId, departmentId }) => {
    const parent = parentId ? tree.get(parentId) : undefined;
    if (categoryIds && !categoryIds.has(id) && !(parent && categoryIds.has(parent.id))) return false;
    return !department || (departmentId ?? parent?.departmentId) === department;
  });
  return matchingIds.map(({ id }) => id);
}

function filterConditions(input: IreportFilters, adminId: string): (SQL | undefined)[] {
  return [
    input.state ? inArray(ireports.state, splitChoiceList<IreportState>(input.state)) : undefined,
    input.lga ? inArray(ireports.lga, splitChoiceList<Lga>(input.lga)) : undefined,
    input.priority ? inArray(ireports.priority, splitChoiceList<IreportPriority>(input.priority)) : undefined,
    input.owner === "nobody"
      ? isNull(ireports.ownerId)
      : input.owner
        ? eq(ireports.ownerId, input.owner === "me" ? adminId : input.owner)
        : undefined,
    hasArrivedBy(ireports.submittedAt, input.until),
    input.submitted_from ? gte(ireports.submittedAt, startOfDay(input.submitted_from)) : undefined,
    input.submitted_to ? lt(ireports.submittedAt, endOfDay(input.submitted_to)) : undefined,
    input.due_from ? gte(ireports.dueAt, startOfDay(input.due_from)) : undefined,
    input.due_to ? lt(ireports.dueAt, endOfDay(input.due_to)) : undefined,
    input.late ? isLateReport() : undefined,
    input.escalated ? isNotNull(ireports.escalatedAt) : undefined,
    input.reopened ? isNotNull(ireports.reopenedAt) : undefined,
    input.near ? isNearPlace(...parseCircle(input.near, input.within)) : undefined,
    input.reporter ? eq(ireports.reporterId, input.reporter) : undefined,
    input.q?.trim() ? searchCondition(input.q.trim()) : undefined,
  ];
}

/** Returns centre and radius (km) of the filters `near` and `within`. The default radius is 2 km. */
export function parseCircle(near: string, within: IreportFilters["within"]): [place: GeoPoint, km: number] {
  const [lat = 0, lng = 0] = near.split(",").map(Number);
  return [{ lat, lng }, Number(within ?? 2)];
}

/** Returns the same condition as `isWithinKm`, for use with an index: checks map cells first, then the exact distance. */
export const isNearPlace = (place: GeoPoint, km: number): SQL =>
  sql`(${ireports.cell} = any(${sql.param(gridCellsAround(place.lat, place.lng, km))}::int[]) and ${isWithinKm(place, km)})`;

/** Returns an SQL condition: the report is at most `km` from `centre`. A bounding box first excludes most points, which is faster. */
export function isWithinKm(centre: GeoPoint, km: number): SQL {
  const { south, north, west, east } = boundingBoxAround(centre.lat, centre.lng, km);
  return sql`${ireports.lat} between ${south} and ${north} and ${ireports.lng} between ${west} and ${east} and ${kilometresTo(centre)} <= ${km}`;
}

/** Returns SQL for the distance in km, with the same formula as `kilometresBetween` in lib/contract/place.values.ts. */
const kilometresTo = ({ lat, lng }: GeoPoint): SQL<number | null> =>
  sql<number | null>`(12742.0176 * asin(least(1, sqrt(
    power(sin(radians(${ireports.lat} - ${lat}::float8) / 2), 2) + cos(radians(${ireports.lat})) * cos(radians(${lat}::float8))
    * power(sin(radians(${ireports.lng} - ${lng}::float8) / 2), 2)))))`;
