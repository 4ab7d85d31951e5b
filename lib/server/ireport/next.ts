import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import { ireports } from "@/lib/server/db/schema/ireport";
import { lockCallingAdmin } from "@/lib/server/rp/active-admins";
import { claimAndAcknowledge } from "./claim";
import { selectUnassigned } from "./next-unassigned";
import { lockIreport } from "./record";
import { selectReportRows, toReportRow } from "./rows";
import { visibleReportsFilter } from "./visibility";

/**
 * Claims the unassigned report that is due first. `skip locked` skips rows that a colleague is claiming, so that two
 * officers never get the same report nor wait for each other.
 * @param skippedId the report that the officer is leaving
 * @throws 404 with a message if no report is left
 */
export async function claimNextIreport({ tx, admin, audit }: WriteContext, skippedId?: string) {
  await lockCallingAdmin(tx, admin.id);
  const [first] = await selectUnassigned(tx, await visibleReportsFilter(tx, admin), skippedId).for("update", {
    skipLocked: true,
  });
  if (!first)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      "Every report that needs the desk has an owner. New ones appear in the list as they come in.",
    );
  await claimAndAcknowledge(tx, audit, await lockIreport(tx, admin, first.id), admin.id, new Date());
  const [row] = await selectReportRows(tx).where(eq(ireports.id, first.id));
  if (!row) throw new Error(`Report ${first.id} vanished.`);
  return toReportRow(row);
}
