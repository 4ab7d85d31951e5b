import "server-only";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ExportLink } from "@/lib/contract/exports";
import { type ExportFormat, XLSX_ROWS } from "@/lib/contract/exports.values";
import { hashToken, newToken } from "@/lib/server/auth/token";
import type { HandlerContext } from "@/lib/server/context";
import { exports } from "@/lib/server/db/schema/system-logs";
import { refuse } from "@/lib/server/errors";
import { EXPORT_LISTS, type ExportListName } from "./lists";

const LINK_LIFE_MS = 60_000;

/**
 * Makes the link of a download: for this admin's session, this filter, one use and 60 seconds. The one mechanism of
 * every list; the call that uses it carries the list's right. On record with the filter and the number of rows.
 * @throws 400 for more rows than an Excel file may have
 */
export async function makeExport(
  { db, admin, audit }: HandlerContext,
  list: ExportListName,
  { format = "csv", sort: _, ...filter }: { format?: ExportFormat; sort?: string; [filter: string]: unknown },
): Promise<ExportLink> {
  const { table, filter: filterOf } = EXPORT_LISTS[list];
  const where = filterOf(filter, admin.id);
  const counted = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${table} ${where ? sql`where ${where}` : sql``}`,
  );
  const rows = counted.rows[0]?.rows ?? 0;
  if (format === "xlsx" && rows > XLSX_ROWS)
    throw refuse.badInput(
      `An Excel file holds at most ${XLSX_ROWS.toLocaleString("en")} rows and these are ${rows.toLocaleString("en")}. Choose CSV, or narrow the list.`,
    );
  const id = uuid();
  const token = newToken();
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  await db.insert(exports).values({
    id,
    tokenHash: hashToken(token),
    adminId: admin.id,
    sessionId: admin.sessionId,
    list,
    format,
    filter,
    rows,
    expiresAt,
  });
  audit({ record: { type: "export", id, name: list }, after: { ...filter, format, rows } });
  return { export_id: id, token, rows };
}
