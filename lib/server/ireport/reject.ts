import "server-only";
import type { z } from "zod";
import type { ireportRejection } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { walkToProgress } from "./change-state";
import { addMessage } from "./messages";
import { ireportSingle } from "./single";
import { step } from "./step";
import { takeReport } from "./take-report";
import { tellAll } from "./tell-reporter";

/**
 * Rejects an open report for a reason, with a text that its reporter and those of its duplicates read. The states before
 * it are walked through.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, or changed
 */
export async function rejectIreport(context: WriteContext, input: z.output<typeof ireportRejection>) {
  const { admin, audit } = context;
  const { tx, report, now } = await takeReport(context, input);
  const worked = await walkToProgress(context, tx, report, now);
  await step(tx, audit, worked, "rejected", {
    now,
    values: { ownerId: admin.id, rejection: input.reason },
    noted: { reason: input.reason, message: "rejection" },
  });
  await addMessage(tx, report.id, { kind: "rejection", text: input.message, adminId: admin.id, at: now });
  await tellAll(tx, report, "rejection", input.message);
  return ireportSingle(tx, admin, report.id);
}
