import "server-only";
import type { z } from "zod";
import type { ireportUpdate } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { takeOn } from "./claim";
import { addMessage } from "./messages";
import { ireportRecord } from "./record";
import { conflict } from "./refuse-conflict";
import { ireportSingle } from "./single";
import { takeReport } from "./take-report";
import { tellAll } from "./tell-reporter";

/**
 * Writes to the citizen, and to those whose reports are duplicates. Who writes about an open report that nobody has takes
 * it on; one that ended can still have news.
 * @throws 404; 409 with the fresh record when it is somebody else's, or a duplicate: its reporter reads what is written
 * on the original
 */
export async function informCitizen(context: WriteContext, input: z.output<typeof ireportUpdate>) {
  const { admin, audit } = context;
  const { tx, report, now } = await takeReport(context, input, "any");
  if (report.state === "duplicate")
    await conflict(
      tx,
      admin,
      report,
      "This report is a duplicate. Write on its original: its reporter reads it there too.",
    );
  await takeOn(tx, audit, report, admin.id, now, { silent: true });
  await addMessage(tx, report.id, { kind: "update", text: input.text, adminId: admin.id, at: now });
  audit({ record: ireportRecord(report), after: { message: "update" } });
  await tellAll(tx, report, "update", input.text);
  return ireportSingle(tx, admin, report.id);
}
