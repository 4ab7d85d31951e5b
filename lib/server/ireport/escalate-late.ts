import "server-only";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { pluralize } from "@/lib/format";
import { appendAudit } from "@/lib/server/audit/audit";
import { sealAfterCommit } from "@/lib/server/audit/seal-after-commit";
import type { Database, Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { type CategoryNode, readCategoryTree } from "./category-tree";
import { type DepartmentLead, leadsOfDepartments } from "./department-leads";
import { isLateReport } from "./filter";
import { lateReportsMail } from "./late-reports-mail";
import { ireportRecordRef } from "./record";
import { type IreportRecord, selectReportRows } from "./rows";

/** Maximum number of reports per notice. The next run continues with the rest. */
const BATCH_SIZE = 500;

/**
 * Notifies each department's lead about late reports, each report once, by default by mail. A timed task runs this every minute
 * (process/timed-tasks.ts). If a report's department has no lead who can read reports, the report is escalated once there is such a lead. One
 * transaction per lead stores the notice, the marks on the reports and the audit rows. Concurrent runs skip each other's locked rows.
 * @returns the number of escalated reports
 */
export async function escalateLateReports(db: Database): Promise<number> {
  const tree = await readCategoryTree(db);
  const departments = await db.select({ id: ireportDepartments.id }).from(ireportDepartments);
  const leads = await leadsOfDepartments(
    db,
    departments.map(({ id }) => id),
  );
  let count = 0;
  // Sends a lead of several departments one notice for all of them.
  for (const adminId of new Set(leads.map(({ id }) => id))) {
    const ownDepartments = leads.filter(({ id }) => id === adminId);
    const [lead] = ownDepartments;
    const departmentsLed = new Set(ownDepartments.map(({ department }) => department));
    const categories = [...tree.values()].filter((category) => {
      const responsible = responsibleDepartmentId(tree, category);
      return responsible !== null && departmentsLed.has(responsible);
    });
    if (!lead || categories.length === 0) continue;
    const batch = await db.transaction(async (tx) => ({ tx, count: await escalateTo(tx, lead, categories) }));
    sealAfterCommit(batch.tx);
    count += batch.count;
  }
  return count;
}

/** Returns the category's department, or its parent's, like `departmentIdSql` in rows.ts. */
const responsibleDepartmentId = (tree: ReadonlyMap<string, CategoryNode>, { departmentId, parentId }: CategoryNode) =>
  departmentId ?? (parentId ? tree.get(parentId)?.departmentId : null) ?? null;

async function escalateTo(tx: Transaction, lead: DepartmentLead, categories: readonly CategoryNode[]): Promise<number> {
  const now = new Date();
  const escalatedRows = await tx
    .select({ id: ireports.id, number: ireports.number })
    .from(ireports)
    .where(
      and(
        isNull(ireports.escalatedAt),
        isLateReport(now),
        inArray(
          ireports.categoryId,
          categories.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(sql`least(${ireports.dueAt}, ${ireports.stateDueAt})`), asc(ireports.id))
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  if (escalatedRows.length === 0) return 0;
  const ids = escalatedRows.map(({ id }) => id);
  const privateIds = new Set(categories.filter((category) => category.hidden).map(({ id }) => id));
  const rows = await selectReportRows(tx).where(inArray(ireports.id, ids));
  rows.sort((a, b) => ids.indexOf(a.report.id) - ids.indexOf(b.report.id));
  const lateReports = rows.map(({ report, owner }) => ({
    ...report,
    owner,
    isHidden: privateIds.has(report.categoryId),
  }));
  await notifyAdmins(
    tx,
    [lead.id],
    {
      kind: "department_late",
      record: await departmentRecordOf(tx, lead),
      cause: `department_late:${ids[0]}:${now.getTime()}`,
      params: { what: pluralize(rows.length, "report is", "reports are") },
    },
    (recipient) => lateReportsMail(recipient, lateReports),
  );
  // Does not increment the report's version, so that officers who are working on the report get no conflict.
  await tx.update(ireports).set({ escalatedAt: now }).where(inArray(ireports.id, ids));
  for (const report of escalatedRows) await appendSystemAudit(tx, report, lead, now);
  return escalatedRows.length;
}

/** Returns the department as the record that the notice is about. The notice names no report, because some reports may be private. */
async function departmentRecordOf(tx: Transaction, { department: id }: DepartmentLead) {
  const [department] = await tx
    .select({ name: ireportDepartments.name })
    .from(ireportDepartments)
    .where(eq(ireportDepartments.id, id));
  return { type: "ireport_department" as const, id, name: department?.name ?? "" };
}

/** Writes an audit row without an admin, because a timed task has escalated the report. */
async function appendSystemAudit(
  tx: Transaction,
  report: Pick<IreportRecord, "id" | "number">,
  lead: DepartmentLead,
  now: Date,
) {
  const { type, id, name } = ireportRecordRef(report);
  await appendAudit(tx, {
    at: now,
    adminId: null,
    adminName: null,
    action: "ireport.escalate",
    outcome: "done",
    refusal: null,
    recordType: type,
    recordId: id,
    recordName: name,
    before: null,
    after: { escalated: `${lead.firstName} ${lead.lastName}` },
    address: "",
    device: "",
    requestId: "",
  });
}
