import "server-only";
import type { z } from "zod";
import type { ireportResolution } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { attachPhotos } from "./attach-photos";
import { addMessage } from "./messages";
import { conflict, STATE_WORDS } from "./refuse-conflict";
import { ireportSingle } from "./single";
import { step } from "./step";
import { takeReport } from "./take-report";
import { tellAll } from "./tell-reporter";

/**
 * Resolves a report that is worked on, with a note that its reporter and those of its duplicates read.
 * @throws 404; 400 when a photo is gone or none; 409 with the fresh record when it is not in progress, somebody else's,
 * or changed
 */
export async function resolveIreport(context: WriteContext, input: z.output<typeof ireportResolution>) {
  const { admin, audit } = context;
  const { tx, report, now } = await takeReport(context, input);
  if (report.state !== "in_progress")
    await conflict(
      tx,
      admin,
      report,
      `This report is ${STATE_WORDS[report.state]}. Only a report in progress can be resolved.`,
    );
  const message = { kind: "resolution" as const, text: input.note, adminId: admin.id, at: now };
  const messageId = await addMessage(tx, report.id, message);
  await attachPhotos(tx, { adminId: admin.id }, input.photos, { ireportId: report.id, messageId });
  await step(tx, audit, report, "resolved", {
    now,
    values: { ownerId: admin.id },
    noted: { message: "resolution", photos: input.photos.length || undefined },
  });
  await tellAll(tx, report, "resolution", input.note);
  return ireportSingle(tx, admin, report.id);
}
