import "server-only";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { IreportRow } from "@/lib/contract/ireport-row";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { toAdminRef } from "@/lib/server/records/admin-record";

const { words: _words, closed: _closed, ...columns } = getTableColumns(ireports);
/** Columns of a report, without those used only for search and sorting. */
export const ireportColumns = columns;
/** A report's database row, without columns used only for search and sorting. */
export type IreportRecord = Omit<typeof ireports.$inferSelect, "words" | "closed">;

/** Alias of the category table, for a join with the parent category. */
export const parentCategories = alias(ireportCategories, "parent_categories");

/** SQL for the id of the responsible department: the category's, or else its parent's. */
export const departmentIdSql = sql`coalesce(${ireportCategories.departmentId}, ${parentCategories.departmentId})`;

/** Selects reports with the names for list rows. Queries for an admin must add `visibleReportsFilter`. */
export const selectReportRows = (db: Queryable) =>
  db
    .select({
      report: ireportColumns,
      category: ireportCategories,
      parentIsPrivate: parentCategories.private,
      department: ireportDepartments.name,
      owner: { id: admins.id, firstName: admins.firstName, lastName: admins.lastName, email: admins.email },
    })
    .from(ireports)
    .innerJoin(ireportCategories, eq(ireportCategories.id, ireports.categoryId))
    .leftJoin(parentCategories, eq(parentCategories.id, ireportCategories.parentId))
    .leftJoin(ireportDepartments, eq(ireportDepartments.id, departmentIdSql))
    .leftJoin(admins, eq(admins.id, ireports.ownerId));

/** A report as selected for a list row. */
export type SelectedReportRow = Awaited<ReturnType<typeof selectReportRows>>[number];

/** Converts a selected report to a list row of the API. */
export const toReportRow = ({
  report,
  category,
  parentIsPrivate,
  department,
  owner,
}: SelectedReportRow): IreportRow => ({
  id: report.id,
  number: report.number,
  title: report.title,
  category: {
    id: category.id,
    name: category.name,
    icon: category.icon,
    private: category.private || parentIsPrivate === true,
  },
  department,
  lga: report.lga,
  priority: report.priority,
  state: report.state,
  owner: owner && toAdminRef(owner),
  submitted_at: report.submittedAt.toISOString(),
  state_since: report.stateSince.toISOString(),
  due_at: report.dueAt.toISOString(),
  state_due_at: report.stateDueAt?.toISOString() ?? null,
  stopped_at: report.stoppedAt?.toISOString() ?? null,
  escalated_at: report.escalatedAt?.toISOString() ?? null,
  photos: report.photos,
  reopened: report.reopened,
  version: report.version,
});
