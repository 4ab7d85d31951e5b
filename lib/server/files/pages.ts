import "server-only";
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { refuse } from "@/lib/server/api/errors";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { filePages, files } from "@/lib/server/db/schema/file";
import { PDF_MEDIA_TYPE } from "./check";
import { type RenderedPdfPage, renderPdfPages } from "./pdf";
import { readStoredFile, type StagedFile, type StoredFile, stageFile, storeFile } from "./stored-files";

/** Stages a PDF's pages before the transaction, like the PDF itself (`stageFile`). */
export async function stagePdfPages(db: Database, pages: readonly RenderedPdfPage[]): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  for (const { bytes } of pages) staged.push(await stageFile(db, { contentType: "image/jpeg", bytes }));
  return staged;
}

/** Stores staged pages, in the transaction that stores the PDF. */
export async function storePdfPages(tx: Queryable, fileId: string, staged: readonly StagedFile[]): Promise<void> {
  for (const [index, page] of staged.entries())
    await tx.insert(filePages).values({ fileId, number: index + 1, pageFileId: await storeFile(tx, page) });
}

/**
 * SQL for the number of a document's page pictures: 1 for a picture, 0 for an old PDF whose pages were not rendered
 * yet.
 * @param table has `file_id` and `content_type`
 */
export const pageCountSql = (
  table: PgTable,
): SQL<number> => sql<number>`case ${table}.content_type when ${PDF_MEDIA_TYPE} then
  (select count(*)::int from ${filePages} where ${filePages}.file_id = ${table}.file_id) else 1 end`;

/**
 * Returns a page of a document. A picture has one page. Renders a PDF's pages first if they are not stored.
 * @param page from 1
 * @returns null if the file does not exist
 * @throws 404 for a page that does not exist; 422 for a PDF that can't be rendered
 */
export async function readDocumentPage(db: Database, fileId: string, page: number): Promise<StoredFile | null> {
  const [file] = await db.select({ contentType: files.contentType }).from(files).where(eq(files.id, fileId));
  if (!file) return null;
  if (file.contentType !== PDF_MEDIA_TYPE) {
    if (page > 1) throw refuse.notFound("page");
    return readStoredFile(db, fileId);
  }
  const pageFileId = (await findPageFile(db, fileId, page)) ?? (await drawMissingPages(db, fileId, page));
  if (!pageFileId) throw refuse.notFound("page");
  return readStoredFile(db, pageFileId);
}

async function findPageFile(db: Queryable, fileId: string, number: number): Promise<string | undefined> {
  const [found] = await db
    .select({ id: filePages.pageFileId })
    .from(filePages)
    .where(and(eq(filePages.fileId, fileId), eq(filePages.number, number)));
  return found?.id;
}

/** Renders the pages of a PDF stored without them. Of two parallel calls, the first one's pages are kept. */
async function drawMissingPages(db: Database, fileId: string, page: number): Promise<string | undefined> {
  if (await hasPages(db, fileId)) return undefined;
  const file = await readStoredFile(db, fileId);
  if (!file) return undefined;
  const staged = await stagePdfPages(db, await renderPdfPages(file.bytes));
  return db.transaction(async (tx) => {
    await tx.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    if (!(await hasPages(tx, fileId))) await storePdfPages(tx, fileId, staged);
    return findPageFile(tx, fileId, page);
  });
}

async function hasPages(db: Queryable | Transaction, fileId: string): Promise<boolean> {
  const [found] = await db.select({ pages: count() }).from(filePages).where(eq(filePages.fileId, fileId));
  return Boolean(found?.pages);
}
