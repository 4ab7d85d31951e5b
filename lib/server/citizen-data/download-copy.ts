import "server-only";
import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import type { ExportLink } from "@/lib/contract/exports";
import { routes } from "@/lib/contract/routes";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { citizenDataCopies } from "@/lib/server/db/schema/citizen-data";
import { exports } from "@/lib/server/db/schema/system-logs";
import { createDownloadLink, refuseHiddenFields } from "@/lib/server/exports/link";
import { requireUser, userRecordRef } from "@/lib/server/user/single";
import { isReadyDataCopy } from "./read-requests";
import { requireRightsToWholeDataCopy } from "./refuse-unseen-parts";
import { PERSONAL_TABLES } from "./register/register";

/**
 * Creates a download link for the caller's approved copy. An interrupted download may be repeated, a complete one not.
 * @throws 403 without the rights to read every part; 404; 409 without an approved copy, or while a download runs
 */
export async function downloadDataCopy(
  { tx, admin, audit, ...context }: WriteContext,
  userId: string,
): Promise<ExportLink> {
  const user = await requireUser(tx, userId);
  refuseHiddenFields(admin, routes.user.downloadData);
  await requireRightsToWholeDataCopy(tx, admin, userId);
  const [copy] = await tx
    .select()
    .from(citizenDataCopies)
    .where(and(isReadyDataCopy(userId), eq(citizenDataCopies.requestedBy, admin.id)))
    .orderBy(desc(citizenDataCopies.approvedAt))
    .limit(1)
    .for("update");
  if (!copy) throw refuse.conflict(NO_COPY_MESSAGE);
  if (copy.exportId) {
    // Ignores a "running" download without recent progress, because a server that stopped during a download leaves that state.
    const isOpen = or(
      and(eq(exports.state, "running"), gt(lastProgress, new Date(Date.now() - STALLED_MS))),
      and(eq(exports.state, "waiting"), gt(exports.expiresAt, new Date())),
    );
    const [open] = await tx
      .select({ id: exports.id })
      .from(exports)
      .where(and(eq(exports.id, copy.exportId), isOpen));
    if (open) throw refuse.conflict("A download of this copy is running. Wait until it has ended.");
    // Ends the earlier download. If it has only stalled, its next progress update finds this state and stops it.
    await tx.update(exports).set({ state: "broken_off" }).where(eq(exports.id, copy.exportId));
  }
  const link = await createDownloadLink(
    { ...context, db: tx, admin, audit },
    {
      list: "citizen-data",
      format: "zip",
      filter: { user_id: userId, copy_id: copy.id },
      rows: PERSONAL_TABLES.length,
    },
  );
  await tx.update(citizenDataCopies).set({ exportId: link.export_id }).where(eq(citizenDataCopies.id, copy.id));
  audit({
    record: userRecordRef(user),
    after: { export: link.export_id, decrypted: "identity numbers, bank account numbers", reason: copy.reason },
  });
  return link;
}

/** Time in ms without progress after which a download counts as ended. */
const STALLED_MS = 5 * 60_000;
/** Time of a download's last progress. Rows written by the previous release have none, so their creation time is used. */
const lastProgress = sql`coalesce(${exports.progressAt}, ${exports.createdAt})`;

const NO_COPY_MESSAGE =
  "You have no approved copy to download: it was downloaded, has expired, or another admin requested it. Request a new one.";
