import "server-only";
import { and, eq, gt, sql } from "drizzle-orm";
import { satisfiesPolicy } from "@/lib/contract/access";
import type { DownloadFormat } from "@/lib/contract/exports.values";
import { hiddenFields } from "@/lib/contract/personal.values";
import type { Route } from "@/lib/contract/route";
import { fullName, type PublicContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { findSession } from "@/lib/server/auth/session";
import { hashToken } from "@/lib/server/auth/token";
import { lagosDayOf } from "@/lib/server/base/time";
import { type Database, database } from "@/lib/server/db/client";
import { exports as table } from "@/lib/server/db/schema/system-logs";
import { archiveStream, EXPORT_ARCHIVES, type ExportArchiveName } from "./archives";
import { documentStream, EXPORT_DOCUMENTS, type ExportDocumentName } from "./documents";
import { EXPORT_LISTS, type ExportListName } from "./lists";
import { notifyOfExportEnd } from "./notify-of-end";
import { type ExportHooks, exportStream } from "./stream";
import { hiddenColumnHeaders } from "./visible-columns";

const CONTENT_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  zip: "application/zip",
};

/**
 * Opens a download link. Browsers send no Authorization header with it, so the URL contains a token. The token opens one file, once, within
 * 60 seconds, and only together with the session that requested it (cookie or bearer). So neither a leaked link nor the cookie alone opens
 * a file, and another site can't forge the request.
 */
export async function openDownload(context: PublicContext, { token }: { token: string }) {
  const db = database().db;
  const admin = await findSession(db, context.token ?? context.sessionCookie ?? null);
  // Marks the link as used in one statement, so that only one of two concurrent requests gets the file.
  const [run] = admin
    ? await db
        .update(table)
        .set({ state: "running", progressAt: new Date() })
        .where(
          and(
            eq(table.tokenHash, hashToken(token)),
            eq(table.sessionId, admin.sessionId),
            eq(table.state, "waiting"),
            gt(table.expiresAt, new Date()),
          ),
        )
        .returning()
    : [];
  if (!admin || !run) throw refuse.downloadLink();
  const actor = { id: admin.id, name: fullName(admin) };
  const record = { type: "export" as const, id: run.id, name: run.list };
  context.setRefusalSubject(actor, record);
  const list = isList(run.format) ? EXPORT_LISTS[run.list as ExportListName] : null;
  const archive = run.format === "zip" ? EXPORT_ARCHIVES[run.list as ExportArchiveName] : null;
  const { route }: { route: Route } = list ?? archive ?? exportDocumentOf(run.list);
  try {
    if (!satisfiesPolicy(admin.rights, route.policy) || (!list && hiddenFields(admin.rights, route.personal).length))
      throw refuse.forbidden();
    await archive?.refuseUnseen(db, admin, run.filter);
  } catch (error) {
    await db.update(table).set({ state: "broken_off" }).where(eq(table.id, run.id));
    throw error;
  }
  const hooks: ExportHooks = {
    progress: (sent) => storeProgress(db, run.id, sent),
    finished: (sent, complete) =>
      context.transact(actor, async (tx) => {
        await tx
          .update(table)
          .set({ sent, state: complete ? "done" : "broken_off" })
          .where(eq(table.id, run.id));
        await notifyOfExportEnd(tx, run, sent, complete);
        const hidden = list ? hiddenColumnHeaders(list, admin.rights) : undefined;
        return {
          result: null,
          audit: { record, after: { ...run.filter, rows: sent, complete, hidden_columns: hidden } },
        };
      }),
  };
  const body =
    run.format === "zip"
      ? archiveStream(db, run, hooks)
      : list
        ? exportStream(db, run, admin, hooks)
        : await documentStream(db, run, actor.name, hooks);
  return {
    headers: {
      "content-type": CONTENT_TYPES[run.format],
      "content-disposition": `attachment; filename="${fileName(run)}.${run.format}"`,
      "x-content-type-options": "nosniff",
      // Sends the file uncompressed, because compressing half a gigabyte takes more CPU time than sending it.
      "cache-control": "no-store, no-transform",
    },
    body,
  };
}

/** Returns true for a format of list exports. PDF documents and ZIP archives have no columns to hide. */
const isList = (format: DownloadFormat) => format !== "pdf" && format !== "zip";

const exportDocumentOf = (list: string) => EXPORT_DOCUMENTS[list as ExportDocumentName];

/** Returns the file name. A receipt's name contains its reference instead of the date. */
const fileName = ({ list, filter }: { list: string; filter: Record<string, unknown> }) =>
  `${list}-${typeof filter.reference === "string" ? filter.reference.replace(/[^\w-]/g, "_") : lagosDayOf(new Date())}`;

/**
 * Stores a download's progress. Returns false, which stops the download, if the session has ended, the admin is not active, or another
 * download has replaced this one.
 */
async function storeProgress(db: Database, id: string, sent: number): Promise<boolean> {
  const updated = await db.execute(sql`update exports set sent = ${sent}, progress_at = now()
    where id = ${id} and state = 'running' and exists (
    select 1 from sessions s join admins a on a.id = s.admin_id
    where s.id = exports.session_id and s.ended_at is null and s.expires_at > now() and a.status = 'active')`);
  return Boolean(updated.rowCount);
}
