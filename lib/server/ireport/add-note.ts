import "server-only";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { ireportNote } from "@/lib/contract/ireport";
import type { WriteContext } from "@/lib/server/api/context";
import { ireportNotes } from "@/lib/server/db/schema/ireport";
import { ireportRecord, lockReport } from "./record";
import { ireportSingle } from "./single";

/**
 * Adds an internal note, in any state and even to a colleague's report, because a note does not claim the report. Its
 * text is never in the audit trail, a mail or a response to a citizen.
 * @throws 404
 */
export async function addIreportNote({ tx, admin, audit }: WriteContext, input: z.output<typeof ireportNote>) {
  const report = await lockReport(tx, admin, input.ireportId);
  await tx.insert(ireportNotes).values({ id: uuid(), ireportId: report.id, adminId: admin.id, text: input.text });
  audit({ record: ireportRecord(report), after: { note: "added" } });
  return ireportSingle(tx, admin, report.id);
}
