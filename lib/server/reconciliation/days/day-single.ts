import "server-only";
import { eq } from "drizzle-orm";
import type { ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationDays } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { sumItemsFoundLater } from "./carried-items";
import { needsProposalRemark, runDayChecklist } from "./checklist";
import { computeDayFigures } from "./day-figures";
import { hasReconciliationStarted, readDayToCompute } from "./day-period";
import type { DayRecord } from "./day-record";
import { readDayRow } from "./list-days";

/** Reads a day with its checklist and figures: as stored when it was closed, or computed now. @throws 404 for other days */
export async function readReconciliationDayDetails(db: Queryable, day: string): Promise<ReconciliationDayDetails> {
  const settings = await readReconciliationSettings(db);
  const row = await readDayRow(db, day);
  if (!row || !hasReconciliationStarted(settings)) throw refuse.notFound("day");
  const [stored] = await db.select().from(reconciliationDays).where(eq(reconciliationDays.day, day));
  const common = { version: stored?.version ?? null, remark: stored?.remark ?? "" };
  if (stored?.state === "closed") {
    const record = stored.figures as DayRecord;
    return {
      ...row,
      ...common,
      exceptions: record.exceptions,
      checklist: record.checklist,
      figures: record.figures,
      needs_remark: false,
      found_later: await sumItemsFoundLater(db, day),
      audit: { position: record.audit_position, hash: stored.auditHash ?? "" },
    };
  }
  const computed = await computeDayFigures(db, await readDayToCompute(db, day, settings));
  const { checks, exceptions } = await runDayChecklist(db, day, settings, computed);
  return {
    ...row,
    ...common,
    exceptions,
    checklist: checks,
    figures: computed.figures,
    needs_remark: needsProposalRemark(day, settings, computed),
    found_later: { count: 0, sum: 0 },
    audit: null,
  };
}
