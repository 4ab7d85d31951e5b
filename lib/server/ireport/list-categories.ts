import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { COUNT_CAP } from "@/lib/contract/common";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { maySeePrivate } from "./visibility";

const parentCategories = alias(ireportCategories, "parents");
// Raw SQL, because drizzle omits the table name in a subquery, where `id` would be the inner table's column.
const CATEGORY_ID = sql.raw("ireport_categories.id");
const countReports = (condition = sql`true`) =>
  sql<number>`(select count(*)::int from
    (select 1 from ireports r where r.category_id = ${CATEGORY_ID} and ${condition} limit ${COUNT_CAP}) counted)`;

const selectCategories = (db: Queryable) =>
  db
    .select({
      category: ireportCategories,
      hidden: sql<boolean>`${ireportCategories.private} or coalesce(${parentCategories.private}, false)`,
      department: { id: ireportDepartments.id, name: ireportDepartments.name },
      reports: countReports(),
      open: countReports(sql`not r.closed`),
      templates: sql<number>`(select count(*)::int from ireport_templates t where t.category_id = ${CATEGORY_ID})`,
    })
    .from(ireportCategories)
    .leftJoin(parentCategories, eq(parentCategories.id, ireportCategories.parentId))
    .leftJoin(ireportDepartments, eq(ireportDepartments.id, ireportCategories.departmentId))
    .$dynamic();

/** Lists categories in order, each followed by its subcategories. Omits private categories for admins without `approve`. */
export async function listIreportCategories(db: Queryable, admin: SignedInAdmin): Promise<IreportCategory[]> {
  const rows = await selectCategories(db).orderBy(
    asc(sql`coalesce(${parentCategories.position}, ${ireportCategories.position})`),
    asc(sql`coalesce(${ireportCategories.parentId}, ${ireportCategories.id})`),
    sql`${ireportCategories.parentId} nulls first`,
    asc(ireportCategories.position),
    asc(sql`lower(${ireportCategories.name})`),
  );
  const seesPrivate = maySeePrivate(admin);
  return rows.filter(({ hidden }) => seesPrivate || !hidden).map(toCategory);
}

/** Returns a category. @throws 404, also for a private category that the caller may not see */
export async function readIreportCategory(db: Queryable, admin: SignedInAdmin, id: string): Promise<IreportCategory> {
  const [row] = await selectCategories(db).where(eq(ireportCategories.id, id));
  if (!row || (row.hidden && !maySeePrivate(admin))) throw refuse.notFound("category");
  return toCategory(row);
}

const toCategory = ({
  category,
  department,
  ...counted
}: Awaited<ReturnType<typeof selectCategories>>[number]): IreportCategory => ({
  id: category.id,
  name: category.name,
  parent_id: category.parentId,
  department,
  target_hours: category.targetHours,
  submitted_hours: category.submittedHours,
  acknowledged_hours: category.acknowledgedHours,
  in_progress_hours: category.inProgressHours,
  icon: category.icon,
  active: category.active,
  private: category.private,
  hidden: counted.hidden,
  position: category.position,
  reports: counted.reports,
  open: counted.open,
  templates: counted.templates,
  version: category.version,
});
