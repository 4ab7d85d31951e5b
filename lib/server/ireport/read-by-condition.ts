import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { cappedCount } from "@/lib/server/lists/list";
import { isOpen } from "./filter";

/** Open reports and closed ones are each in the order of an index, in both directions; both together are not. */
export type Half = "open" | "closed" | "both";
export type Slice = { order: SQL; limit: number; offset: number };

/** How the matching reports are read and counted. */
export type Reader = {
  ids(half: Half, slice: Slice): Promise<string[]>;
  count(half?: Half, cap?: number): ReturnType<typeof cappedCount>;
};

const HALVES = { open: isOpen, closed: sql`${ireports.closed}`, both: undefined };
export const halfOf = (half: Half): SQL | undefined => HALVES[half];

/** By one condition. Ids alone: what a page skips is read from an index, not from the table. */
export const byCondition = (db: Queryable, where: SQL | undefined): Reader => ({
  async ids(half, { order, limit, offset }) {
    const matching = and(halfOf(half), where);
    const found = await db
      .select({ id: ireports.id })
      .from(ireports)
      .where(matching)
      .orderBy(order)
      .limit(limit)
      .offset(offset);
    return found.map(({ id }) => id);
  },
  count: (half = "both", cap = COUNT_CAP) => cappedCount(db, ireports, and(halfOf(half), where), cap),
});
