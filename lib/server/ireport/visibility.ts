import "server-only";
import { eq, notInArray, or, type SQL } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";

/** The fields of an admin that decide which reports are visible. */
export type IreportViewer = Pick<SignedInAdmin, "id" | "rights">;

/** Returns true if the admin may see private categories and their reports. */
export const maySeePrivate = ({ rights }: Pick<IreportViewer, "rights">) =>
  satisfiesPolicy(rights, accessPolicy("iReports", "approve"));

const parentCategories = alias(ireportCategories, "parents");

/** Returns the ids of categories whose reports are hidden: private categories and their subcategories. Their number is small. */
export async function privateCategoryIds(db: Queryable): Promise<string[]> {
  const hidden = await db
    .select({ id: ireportCategories.id })
    .from(ireportCategories)
    .leftJoin(parentCategories, eq(parentCategories.id, ireportCategories.parentId))
    .where(or(eq(ireportCategories.private, true), eq(parentCategories.private, true)));
  return hidden.map(({ id }) => id);
}

/**
 * Returns the SQL condition for the reports that an admin may see: all with `approve`, otherwise their own and those outside hidden
 * categories (docs/rules.md, iReports). Every query for an admin must use it. The ids are part of the query text, so that PostgreSQL plans
 * it like a category filter.
 * @returns undefined if nothing is hidden from the admin
 */
export async function visibleReportsFilter(db: Queryable, admin: IreportViewer): Promise<SQL | undefined> {
  return maySeePrivate(admin) ? undefined : isVisibleReport(await privateCategoryIds(db), admin.id);
}

/** Returns an SQL condition: the report is in no hidden category, or is the viewer's own. Undefined if none is hidden. */
export const isVisibleReport = (hidden: string[], viewerId: string | PgColumn): SQL | undefined =>
  hidden.length ? or(notInArray(ireports.categoryId, hidden), eq(ireports.ownerId, viewerId)) : undefined;
