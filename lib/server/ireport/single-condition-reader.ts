import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { cappedCount } from "@/lib/server/lists/list";

/** Sections of the list in order: reports waiting for an officer, reports waiting for the citizen, closed ones. */
export const PARTS = ["running", "waiting", "closed"] as const;
/** One section, or all. Only a single section has an index in the list's order. */
export type ListPart = (typeof PARTS)[number] | "all";
export type PageSlice = { order: SQL; limit: number; offset: number };

/** Reads and counts the matching reports. */
export type PartReader = {
  ids(part: ListPart, slice: PageSlice): Promise<string[]>;
  count(part?: ListPart, cap?: number): ReturnType<typeof cappedCount>;
};

export const isWaiting = sql`${ireports.state} = 'waiting_for_citizen'`;
const PART_CONDITIONS = {
  running: sql`(not ${ireports.closed} and not ${isWaiting})`,
  waiting: isWaiting,
  closed: sql`${ireports.closed}`,
  all: undefined,
};
export const isInPart = (part: ListPart): SQL | undefined => PART_CONDITIONS[part];

/** Reads with one condition. Selects only ids, so that skipped rows are read from an index instead of the table. */
export const singleConditionReader = (db: Queryable, where: SQL | undefined): PartReader => ({
  async ids(part, { order, limit, offset }) {
    const condition = and(isInPart(part), where);
    const found = await db
      .select({ id: ireports.id })
      .from(ireports)
      .where(condition)
      .orderBy(order)
      .limit(limit)
      .offset(offset);
    return found.map(({ id }) => id);
  },
  count: (part = "all", cap = COUNT_CAP) => cappedCount(db, ireports, and(isInPart(part), where), cap),
});
