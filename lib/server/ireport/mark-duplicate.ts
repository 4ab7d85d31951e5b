import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { advanceToInProgress } from "./change-state";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { addIreportMessage } from "./messages";
import { notifyReporter } from "./notify-reporter";
import { ireportRecordRef } from "./record";
import { throwReportConflict } from "./refuse-conflict";
import { type IreportRecord, ireportColumns } from "./rows";
import { readIreportDetails } from "./single";
import { updateReportState } from "./transition";
import { type IreportViewer, privateCategoryIds, visibleReportsFilter } from "./visibility";

type DuplicateInput = { ireportId: string; version: number; original_id: string };

/** Message to a duplicate's reporter. Omits the original's number, which this citizen must not learn. Demo data uses this text too. */
export const SAME_REPORT_MESSAGE =
  "This was already reported. Your report is linked to the earlier one, and you get its updates here.";

/**
 * Marks a report as a duplicate, after passing the required states. Its reporter then gets the original's messages. Duplicates of this
 * report become duplicates of the original.
 * @throws 404; 409 with the current report if it is closed, another officer's, or changed, or if the original is unsuitable
 */
export async function markDuplicate(context: WriteContext, input: DuplicateInput) {
  const { admin, audit } = context;
  await lockReports(context.tx, admin, input);
  const { tx, report, now } = await lockReportForOfficer(context, input);
  const original = await resolveOriginal(tx, admin, report, input.original_id);
  const inProgress = await advanceToInProgress(context, tx, report, now);
  await updateReportState(tx, audit, inProgress, "duplicate", {
    now,
    values: { ownerId: admin.id, originalId: original.id },
    noted: { original: original.number, message: "duplicate" },
  });
  await addIreportMessage(tx, report.id, { kind: "duplicate", text: SAME_REPORT_MESSAGE, adminId: admin.id, at: now });
  const movedDuplicates = await tx
    .update(ireports)
    .set({ originalId: original.id, version: sql`${ireports.version} + 1` })
    .where(eq(ireports.originalId, report.id))
    .returning({ id: ireports.id, number: ireports.number });
  for (const each of movedDuplicates)
    audit({
      record: ireportRecordRef(each),
      before: { original: report.number },
      after: { original: original.number },
    });
  await notifyReporter(tx, report, { kind: "duplicate", text: SAME_REPORT_MESSAGE });
  return readIreportDetails(tx, admin, report.id);
}

/** Locks both reports in the order of their ids, so that two officers who link them in opposite directions can't deadlock. */
async function lockReports(
  tx: Transaction,
  admin: IreportViewer,
  { ireportId, original_id }: DuplicateInput,
): Promise<void> {
  await lockCallingAdmin(tx, admin.id);
  const linked = await readVisibleReport(tx, admin, original_id);
  await tx
    .select({ id: ireports.id })
    .from(ireports)
    .where(inArray(ireports.id, [ireportId, linked?.originalId ?? original_id]))
    .orderBy(asc(ireports.id))
    .for("update");
}

async function readVisibleReport(
  tx: Transaction,
  admin: IreportViewer,
  id: string,
): Promise<IreportRecord | undefined> {
  const [found] = await tx
    .select(ireportColumns)
    .from(ireports)
    .where(and(eq(ireports.id, id), await visibleReportsFilter(tx, admin)));
  return found;
}

/** Returns the chosen original, or the report of which it is a duplicate. @throws 409 if it can't be the original of `report` */
async function resolveOriginal(
  tx: Transaction,
  admin: IreportViewer,
  report: IreportRecord,
  namedId: string,
): Promise<IreportRecord> {
  const refuse = (message: string) => throwReportConflict(tx, admin, report, message);
  const linked = await readVisibleReport(tx, admin, namedId);
  if (!linked) return refuse("The report that you chose as the original does not exist. It may have been removed.");
  const original = linked.originalId ? await readVisibleReport(tx, admin, linked.originalId) : linked;
  if (!original) return refuse(`${linked.number} is a duplicate itself. Choose its original.`);
  if (original.id === report.id)
    return refuse(
      linked.id === report.id
        ? "A report can't be a duplicate of itself."
        : `${linked.number} is a duplicate of this report already. Choose another.`,
    );
  if (original.state === "rejected")
    return refuse(`${original.number} was rejected, so nothing is done about it. Choose another.`);
  if (original.state === "duplicate") return refuse(`${original.number} was just joined to another report. Try again.`);
  const privateIds = await privateCategoryIds(tx);
  if (privateIds.includes(original.categoryId) !== privateIds.includes(report.categoryId))
    return refuse("A private report can only be joined to a private one. Move one of both to another category first.");
  return original;
}
