import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { PDF_ROWS_MAX } from "@/lib/contract/exports.values";
import type { grantPayoutCalls as contract } from "@/lib/contract/grant-payouts";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { createExportLink } from "@/lib/server/exports/link";

type StatementInput = InputOf<typeof contract.statement>;

/** Counts all rows of a batch, including removed ones. */
const rowsOfBatch = sql<number>`(select count(*)::int from grant_batch_rows r where r.batch_id = ${grantBatches.id})`;

/**
 * Creates the download link of a batch's statement. The PDF of a large batch contains the sums and only the unpaid rows.
 * @throws 404; 400 for more rows than a PDF or Excel file can have
 */
export async function createStatementLink(context: HandlerContext, { batchId, format }: StatementInput) {
  const [batch] = await context.db
    .select({ reference: grantBatches.reference, rows: rowsOfBatch })
    .from(grantBatches)
    .where(eq(grantBatches.id, batchId));
  if (!batch) throw refuse.notFound("payout batch");
  const isTooLong = format === "pdf" && batch.rows > PDF_ROWS_MAX;
  return createExportLink(context, "grant-payouts", {
    ...{ format, batchId, reference: batch.reference },
    ...(isTooLong && { only: "open" }),
  });
}
