import "server-only";
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { refuse } from "@/lib/server/api/errors";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { filePages, files } from "@/lib/server/db/schema/file";
import { PDF } from "./check";
import { type DrawnPage, pagesOfPdf } from "./pdf";
import { keepFile, readStoredFile, type StagedFile, type StoredFile, stageFile } from "./stored-files";

/** First half of storing a PDF's pages, as with the PDF itself (`stageFile`): before the transaction. */
export async function stagePages(db: Database, pages: readonly DrawnPage[]): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  for (const { bytes } of pages) staged.push(await stageFile(db, { contentType: "image/jpeg", bytes }));
  return staged;
}

/** Second half, in the transaction that keeps the PDF. */
export async function keepPages(tx: Queryable, fileId: string, staged: readonly StagedFile[]): Promise<void> {
  for (const [at, page] of staged.entries())
    await tx.insert(filePages).values({ fileId, number: at + 1, pageFileId: await keepFile(tx, page) });
}

/**
 * In how many pictures a document is seen: 1 for a picture, a PDF's pages, and 0 for a PDF that nobody has looked at since
 * there are pages.
 * @param table has `file_id` and `content_type`
 */
export const pagesIn = (table: PgTable): SQL<number> => sql<number>`case ${table}.content_type when ${PDF} then
  (select count(*)::int from ${filePages} where ${filePages}.file_id = ${table}.file_id) else 1 end`;

/**
 * A page of a document: a picture is its own only page, a PDF's is drawn now if that was never done.
 * @param page from 1
 * @returns null when there is no such file
 * @throws 404 when it has fewer pages; 422 when it can't be drawn.
 */
export async function readPage(db: Database, fileId: string, page: number): Promise<StoredFile | null> {
  const [file] = await db.select({ contentType: files.contentType }).from(files).where(eq(files.id, fileId));
  if (!file) return null;
  if (file.contentType !== PDF) {
    if (page > 1) throw refuse.notFound("page");
    return readStoredFile(db, fileId);
  }
  const pageFileId = (await pageFile(db, fileId, page)) ?? (await drawLate(db, fileId, page));
  if (!pageFileId) throw refuse.notFound("page");
  return readStoredFile(db, pageFileId);
}

async function pageFile(db: Queryable, fileId: string, number: number): Promise<string | undefined> {
  const [found] = await db
    .select({ id: filePages.pageFileId })
    .from(filePages)
    .where(and(eq(filePages.fileId, fileId), eq(filePages.number, number)));
  return found?.id;
}

/** Of a PDF that was stored before pages were. Two who look at once both draw, and the first one's pages stay. */
async function drawLate(db: Database, fileId: string, page: number): Promise<string | undefined> {
  if (await hasPages(db, fileId)) return undefined;
  const file = await readStoredFile(db, fileId);
  if (!file) return undefined;
  const staged = await stagePages(db, await pagesOfPdf(file.bytes));
  return db.transaction(async (tx) => {
    await tx.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    if (!(await hasPages(tx, fileId))) await keepPages(tx, fileId, staged);
    return pageFile(tx, fileId, page);
  });
}

async function hasPages(db: Queryable | Transaction, fileId: string): Promise<boolean> {
  const [found] = await db.select({ pages: count() }).from(filePages).where(eq(filePages.fileId, fileId));
  return Boolean(found?.pages);
}
