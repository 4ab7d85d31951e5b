import "server-only";
import { eq } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { ExportLink } from "@/lib/contract/exports";
import type { reconciliationDayCalls as contract } from "@/lib/contract/reconciliation-days";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { reconciliationDays } from "@/lib/server/db/schema/reconciliation";
import { createExportLink } from "@/lib/server/exports/link";

/** Makes a link to the record of a closed day. @throws 404; 409 for a day that is not closed */
export async function createDayRecordLink(
  context: HandlerContext,
  { day, format }: InputOf<typeof contract.exportDay>,
): Promise<ExportLink> {
  const [row] = await context.db
    .select({ state: reconciliationDays.state })
    .from(reconciliationDays)
    .where(eq(reconciliationDays.day, day));
  if (row?.state !== "closed") throw refuse.conflict("Only a closed day has a record. Close it first.");
  return createExportLink(context, "reconciliation-day", { day, reference: day, format });
}
