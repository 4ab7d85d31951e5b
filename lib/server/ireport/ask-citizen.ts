import "server-only";
import type { z } from "zod";
import type { ireportQuestion } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { takeOn } from "./claim";
import { addMessage } from "./messages";
import { conflict } from "./refuse-conflict";
import { ireportSingle } from "./single";
import { step } from "./step";
import { takeReport } from "./take-report";
import { tellReporter } from "./tell-reporter";

/**
 * Asks the citizen; both clocks stand still until the answer. Anyone who asks about a report that nobody has takes it on.
 * @throws 404; 409 with the fresh record when it is closed, somebody else's, changed, or the citizen is asked already
 */
export async function askCitizen(context: WriteContext, input: z.output<typeof ireportQuestion>) {
  const { admin, audit } = context;
  const { tx, report, now } = await takeReport(context, input);
  if (report.state === "waiting_for_citizen")
    await conflict(tx, admin, report, "The citizen has been asked already, and hasn't answered yet.");
  const taken = await takeOn(tx, audit, report, admin.id, now, { silent: true });
  await step(tx, audit, taken, "waiting_for_citizen", { now, noted: { message: "question" } });
  await addMessage(tx, report.id, { kind: "question", text: input.text, adminId: admin.id, at: now });
  await tellReporter(tx, report, "question", input.text);
  return ireportSingle(tx, admin, report.id);
}
