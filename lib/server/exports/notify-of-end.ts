import "server-only";
import { LONG_EXPORT_SECONDS } from "@/lib/contract/notices.values";
import { pluralize, titleCase } from "@/lib/format";
import type { Transaction } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { notifyAdmins } from "@/lib/server/notices/notify";

/**
 * Notifies the admin that their export stopped early, or that a long export is complete. A short export needs no notice of its end, because
 * its dialog is still open.
 */
export async function notifyOfExportEnd(
  tx: Transaction,
  run: typeof exports.$inferSelect,
  sent: number,
  complete: boolean,
): Promise<void> {
  if (complete && Date.now() - run.createdAt.getTime() < LONG_EXPORT_SECONDS * 1_000) return;
  await notifyAdmins(tx, [run.adminId], {
    kind: "export",
    record: { type: "export", id: run.id, name: run.list },
    cause: `export:${run.id}`,
    params: {
      file: `${titleCase(run.list.replaceAll("-", "_"))} (${run.format.toUpperCase()})`,
      rows: pluralize(sent, "row"),
      ...(complete && { complete: "yes" }),
    },
  });
}
