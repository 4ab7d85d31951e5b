import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { holdActive } from "@/lib/server/rp/active-admins";
import { followed } from "./follow-report";
import { addMessage } from "./messages";
import { type Asker, lockOwnReport, ownReport } from "./own-report";
import { whyNotReopened } from "./reopen";
import { step } from "./step";
import { tellDuplicates } from "./tell-reporter";

type Wanted = Asker & { ireportId: string; reason: string };

/**
 * The citizen is not content with a resolution: within 14 days the report is open again, its officer's if they are still
 * here, else nobody's. Reporters of duplicates hear that it is, without the citizen's words.
 * @throws 404; 409 when it is not resolved, too long ago, or the account is closed
 */
export async function reopenAsCitizen(context: WriteContext, input: Wanted) {
  const before = await ownReport(context, input, input.ireportId);
  // Before the report's lock, in the order of everybody who locks both.
  const active = before.report.ownerId ? await holdActive(context.tx, [before.report.ownerId]) : new Set<string>();
  const { tx, report, reader, now } = await lockOwnReport(context, input);
  const why = whyNotReopened(report, now);
  if (why) throw refuse.conflict(why);
  const ownerId = report.ownerId && active.has(report.ownerId) ? report.ownerId : null;
  const noted = { message: "reopening" };
  const reopened = await step(tx, context.audit, report, "in_progress", { now, values: { ownerId }, noted });
  await addMessage(tx, report.id, { kind: "reopening", text: input.reason, adminId: null, at: now });
  await tellDuplicates(tx, report, "reopening", "");
  return followed(tx, reopened, reader);
}
