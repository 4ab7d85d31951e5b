import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { ireportNote } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { ireportNotes, ireports } from "@/lib/server/db/schema/ireport";
import { notifyMentioned } from "@/lib/server/notices/mentions";
import { ireportRecordRef, lockIreport } from "./record";
import { adminsWhoMayReadReport } from "./report-readers";
import { readIreportDetails } from "./single";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

/**
 * Adds an internal note and notifies the admins mentioned in it. Works in any state and on a colleague's report too, because a note does
 * not claim the report. The text never appears in the audit trail, a mail or a response to a citizen.
 * @throws 404; 400 if a mentioned admin may not read the report
 */
export async function addIreportNote({ tx, admin, audit }: WriteContext, input: z.output<typeof ireportNote>) {
  const report = await lockIreport(tx, admin, input.ireportId);
  const note = { id: uuid(), ireportId: report.id, adminId: admin.id, text: input.text };
  await tx.insert(ireportNotes).values(note);
  await notifyMentioned(tx, {
    ...note,
    by: admin,
    record: ireportRecordRef(report),
    readers: () => adminsWhoMayReadReport(tx, report),
  });
  audit({ record: ireportRecordRef(report), after: { note: "added" } });
  return readIreportDetails(tx, admin, report.id);
}

/** Lists the admins who can be mentioned in notes of a report. @throws 404, also if the caller may not read it */
export async function listMentionableAdmins(db: Queryable, admin: IreportViewer, ireportId: string) {
  const [report] = await db
    .select({ categoryId: ireports.categoryId, ownerId: ireports.ownerId })
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleReportsFilter(db, admin)));
  if (!report) throw refuse.notFound("report");
  return { items: await adminsWhoMayReadReport(db, report) };
}
