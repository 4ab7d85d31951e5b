import "server-only";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ExportLink } from "@/lib/contract/exports";
import { type DownloadFormat, PDF_ROWS_MAX, type StatementFormat, XLSX_ROWS_MAX } from "@/lib/contract/exports.values";
import { hiddenFields } from "@/lib/contract/personal.values";
import type { Route } from "@/lib/contract/route";
import { formatCount } from "@/lib/format";
import type { HandlerContext, SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { createToken, hashToken } from "@/lib/server/auth/token";
import { exports } from "@/lib/server/db/schema/system-logs";
import type { ExportArchiveName } from "./archives";
import type { ExportDocumentName } from "./documents";
import { EXPORT_LISTS, type ExportListName } from "./lists";
import { hiddenColumnHeaders } from "./visible-columns";

const LINK_LIFE_MS = 60_000;
const FORMAT_LIMITS = {
  xlsx: { file: "An Excel file", rows: XLSX_ROWS_MAX },
  pdf: { file: "A PDF file", rows: PDF_ROWS_MAX },
};

/**
 * Creates the download link for the export of a list. All lists use it; the calling route checks the list's right. Audits filter and row
 * count.
 * @throws 400 above the row limit of Excel or PDF files; 403 for a PDF with personal data that the admin may not see
 */
export async function createExportLink(
  context: HandlerContext,
  list: ExportListName,
  { format = "csv", ...filter }: { format?: StatementFormat; [filter: string]: unknown },
): Promise<ExportLink> {
  const { table, filter: filterOf } = EXPORT_LISTS[list];
  const hidden = hiddenColumnHeaders(EXPORT_LISTS[list], context.admin.rights);
  if (format === "pdf") refuseHiddenFields(context.admin, EXPORT_LISTS[list].route);
  const where = await filterOf(filter, context.admin, context.db);
  const counted = await context.db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${table} ${where ? sql`where ${where}` : sql``}`,
  );
  const rows = counted.rows[0]?.rows ?? 0;
  if (format !== "csv" && rows > FORMAT_LIMITS[format].rows)
    throw refuse.badInput(
      `${FORMAT_LIMITS[format].file} holds at most ${formatCount(FORMAT_LIMITS[format].rows)} rows and these are ${formatCount(rows)}. Choose CSV, or narrow the list.`,
    );
  const link = await createDownloadLink(context, { list, format, filter, rows });
  context.audit({
    record: { type: "export", id: link.export_id, name: list },
    after: { ...filter, format, rows, hidden_columns: hidden },
  });
  return link;
}

/** Refuses admins who may not see all personal fields, because a PDF document can't hide some of them. @throws 403 */
export function refuseHiddenFields({ rights }: Pick<SignedInAdmin, "rights">, { personal }: Route): void {
  if (hiddenFields(rights, personal).length) throw refuse.forbidden();
}

type LinkInput = {
  list: ExportListName | ExportDocumentName | ExportArchiveName;
  format: DownloadFormat;
  filter: Record<string, unknown>;
  rows: number;
};

/** Creates a download link for the admin's session, valid once and for 60 seconds. The caller audits it. */
export async function createDownloadLink({ db, admin }: HandlerContext, input: LinkInput): Promise<ExportLink> {
  const id = uuid();
  const token = createToken();
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  await db
    .insert(exports)
    .values({ id, tokenHash: hashToken(token), adminId: admin.id, sessionId: admin.sessionId, ...input, expiresAt });
  return { export_id: id, token, rows: input.rows };
}
