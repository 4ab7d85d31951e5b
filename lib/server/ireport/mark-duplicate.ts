import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { holdCaller } from "@/lib/server/rp/active-admins";
import { walkToProgress } from "./change-state";
import { addMessage } from "./messages";
import { ireportRecord } from "./record";
import { conflict } from "./refuse-conflict";
import { type Report, reportColumns } from "./rows";
import { ireportSingle } from "./single";
import { step } from "./step";
import { takeReport } from "./take-report";
import { tellReporter } from "./tell-reporter";
import { hiddenCategories, type Viewer, visibleTo } from "./visibility";

type Wanted = { ireportId: string; version: number; original_id: string };

/** Without a number: whose report the other one is, and whether it is private, is not for this citizen. The demo data says it too. */
export const SAME_THING =
  "This was already reported. Your report is linked to the earlier one, and you get its updates here.";

/**
 * Joins a report to another about the same thing, in one press: the states before are walked through, its reporter hears
 * from then on what the original's hears, and what was joined to it goes along.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, changed, or the other can't be its original
 */
export async function markDuplicate(context: WriteContext, input: Wanted) {
  const { admin, audit } = context;
  await holdBoth(context.tx, admin, input);
  const { tx, report, now } = await takeReport(context, input);
  const original = await originalOf(tx, admin, report, input.original_id);
  const worked = await walkToProgress(context, tx, report, now);
  await step(tx, audit, worked, "duplicate", {
    now,
    values: { ownerId: admin.id, originalId: original.id },
    noted: { original: original.number, message: "duplicate" },
  });
  await addMessage(tx, report.id, { kind: "duplicate", text: SAME_THING, adminId: admin.id, at: now });
  const along = await tx
    .update(ireports)
    .set({ originalId: original.id, version: sql`${ireports.version} + 1` })
    .where(eq(ireports.originalId, report.id))
    .returning({ id: ireports.id, number: ireports.number });
  for (const each of along)
    audit({ record: ireportRecord(each), before: { original: report.number }, after: { original: original.number } });
  await tellReporter(tx, report, "duplicate", SAME_THING);
  return ireportSingle(tx, admin, report.id);
}

/** Both in one order for everybody, so that two who join the same reports crosswise do not wait for each other. */
async function holdBoth(tx: Transaction, admin: Viewer, { ireportId, original_id }: Wanted): Promise<void> {
  await holdCaller(tx, admin.id);
  const named = await visibleReport(tx, admin, original_id);
  await tx
    .select({ id: ireports.id })
    .from(ireports)
    .where(inArray(ireports.id, [ireportId, named?.originalId ?? original_id]))
    .orderBy(asc(ireports.id))
    .for("update");
}

async function visibleReport(tx: Transaction, admin: Viewer, id: string): Promise<Report | undefined> {
  const [found] = await tx
    .select(reportColumns)
    .from(ireports)
    .where(and(eq(ireports.id, id), await visibleTo(tx, admin)));
  return found;
}

/** The report that the named one stands for. @throws 409 when it can't be the original of `report` */
async function originalOf(tx: Transaction, admin: Viewer, report: Report, namedId: string): Promise<Report> {
  const refuse = (message: string) => conflict(tx, admin, report, message);
  const named = await visibleReport(tx, admin, namedId);
  if (!named) return refuse("The report that you chose as the original does not exist. It may have been removed.");
  const original = named.originalId ? await visibleReport(tx, admin, named.originalId) : named;
  if (!original) return refuse(`${named.number} is a duplicate itself. Choose its original.`);
  if (original.id === report.id)
    return refuse(
      named.id === report.id
        ? "A report can't be a duplicate of itself."
        : `${named.number} is a duplicate of this report already. Choose another.`,
    );
  if (original.state === "rejected")
    return refuse(`${original.number} was rejected, so nothing is done about it. Choose another.`);
  if (original.state === "duplicate") return refuse(`${original.number} was just joined to another report. Try again.`);
  const hidden = await hiddenCategories(tx);
  if (hidden.includes(original.categoryId) !== hidden.includes(report.categoryId))
    return refuse("A private report can only be joined to a private one. Move one of both to another category first.");
  return original;
}
