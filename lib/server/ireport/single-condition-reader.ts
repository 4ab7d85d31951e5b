import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { countUpToCap } from "@/lib/server/lists/list";

/** Sections of the list in order: reports that wait for an officer, reports that wait for the citizen, closed reports. */
export const LIST_SECTIONS = ["running", "waiting", "closed"] as const;
/** One list section, or all. Only a single section has an index in the list's order. */
export type ListSection = (typeof LIST_SECTIONS)[number] | "all";
/** Sort order, maximum number of rows, and number of rows to skip. */
export type PageSlice = { order: SQL; limit: number; offset: number };

/** Reads and counts the reports that match the list's filters. */
export type SectionReader = {
  ids(part: ListSection, slice: PageSlice): Promise<string[]>;
  count(part?: ListSection, cap?: number): ReturnType<typeof countUpToCap>;
};

/** SQL condition: the report waits for the citizen's answer. */
export const IS_WAITING_FOR_CITIZEN = sql`${ireports.state} = 'waiting_for_citizen'`;
const SECTION_CONDITIONS = {
  running: sql`(not ${ireports.closed} and not ${IS_WAITING_FOR_CITIZEN})`,
  waiting: IS_WAITING_FOR_CITIZEN,
  closed: sql`${ireports.closed}`,
  all: undefined,
};
/** Returns an SQL condition: the report is in this section of the list; undefined for all sections. */
export const isInSection = (part: ListSection): SQL | undefined => SECTION_CONDITIONS[part];

/** Reads the list with a single SQL condition. Selects only ids, so that skipped rows are read from an index instead of the table. */
export const readByCondition = (db: Queryable, where: SQL | undefined): SectionReader => ({
  async ids(part, { order, limit, offset }) {
    const condition = and(isInSection(part), where);
    const found = await db
      .select({ id: ireports.id })
      .from(ireports)
      .where(condition)
      .orderBy(order)
      .limit(limit)
      .offset(offset);
    return found.map(({ id }) => id);
  },
  count: (part = "all", cap = COUNT_CAP) => countUpToCap(db, ireports, and(isInSection(part), where), cap),
});
