import "server-only";
import type { z } from "zod";
import type { ireportReopening } from "@/lib/contract/ireport";
import { IREPORT_REOPEN_DAYS } from "@/lib/contract/ireport.values";
import type { WriteContext } from "@/lib/server/api/context";
import { addMessage } from "./messages";
import { conflict, STATE_WORDS } from "./refuse-conflict";
import { mayEnter } from "./report-clocks";
import type { Report } from "./rows";
import { ireportSingle } from "./single";
import { step } from "./step";
import { takeReport } from "./take-report";
import { tellAll } from "./tell-reporter";

/** Why a report can't be reopened, in words; null when it can. */
export function whyNotReopened(report: Report, now: Date): string | null {
  if (report.state !== "resolved")
    return `This report is ${STATE_WORDS[report.state]}. Only a resolved report can be reopened.`;
  if (mayEnter(report, "in_progress", now)) return null;
  return `This report was resolved more than ${IREPORT_REOPEN_DAYS} days ago, so it can't be reopened. File a new one.`;
}

/**
 * Takes a resolved report up again, within 14 days. The clocks go on where they stopped, and citizens read the reason.
 * @throws 404; 409 with the fresh record when it is not resolved, too long ago, or changed
 */
export async function reopenIreport(context: WriteContext, input: z.output<typeof ireportReopening>) {
  const { admin, audit } = context;
  const { tx, report, now } = await takeReport(context, input, "any");
  const why = whyNotReopened(report, now);
  if (why) await conflict(tx, admin, report, why);
  await step(tx, audit, report, "in_progress", {
    now,
    values: { ownerId: admin.id },
    noted: { message: "reopening" },
  });
  await addMessage(tx, report.id, { kind: "reopening", text: input.reason, adminId: admin.id, at: now });
  await tellAll(tx, report, "reopening", input.reason);
  return ireportSingle(tx, admin, report.id);
}
