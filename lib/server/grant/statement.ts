import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { grantPayouts as contract } from "@/lib/contract/grant-payouts";
import type { HandlerContext } from "@/lib/server/context";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { refuse } from "@/lib/server/errors";
import { makeExport } from "@/lib/server/exports/link";

type Input = z.output<NonNullable<(typeof contract.statement)["~orpc"]["inputSchema"]>>;

/** A link to the statement of a batch. @throws 404; 400 for more rows than a PDF or Excel file has */
export async function makeStatement(context: HandlerContext, { batchId, format }: Input) {
  const [batch] = await context.db
    .select({ reference: grantBatches.reference })
    .from(grantBatches)
    .where(eq(grantBatches.id, batchId));
  if (!batch) throw refuse.notFound("payout batch");
  return makeExport(context, "grant-payouts", { format, batchId, reference: batch.reference });
}
