import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { readFromReplicaIfFresh } from "@/lib/server/db/replica";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { LONG_READ_PART_LIMIT_MS, withWaitBudget } from "@/lib/server/db/wait-budget";
import { csvFormat } from "./csv";
import type { ExportRowKey, FileFormat, PageQuery } from "./format";
import { EXPORT_LISTS, type ExportList, type ExportListName, type ExportViewer } from "./lists";
import { withVisibleColumns } from "./visible-columns";
import { xlsxFormat } from "./xlsx";

/** Rows in the first page: few, so that the download starts immediately. Later pages have as many rows as fit into TARGET_BYTES. */
const FIRST_BATCH = 500;
const MAX_BATCH = 8_000;
const TARGET_BYTES = 2_000_000;
const PROGRESS_MS = 1_000;

type ExportRow = typeof exports.$inferSelect;
/** Callbacks of a running download. */
export type ExportHooks = {
  /** Called with the number of rows sent so far. @returns false to stop the export, if the admin's right was removed */
  progress: (sent: number) => Promise<boolean>;
  /** Called once, when the export ends or is aborted. */
  finished: (sent: number, complete: boolean) => Promise<unknown>;
};

/**
 * Returns all matching rows of a list as a file. Each page is a separate query that continues after the last row of the previous page. So
 * memory use is constant, and a slow reader occupies neither a connection nor a transaction. Reads one page ahead. Rows that change during
 * the export may or may not be included.
 */
export const exportStream = (db: Database, run: ExportRow, admin: ExportViewer, hooks: ExportHooks) =>
  run.format === "xlsx" ? streamRows(xlsxFormat, db, run, admin, hooks) : streamRows(csvFormat, db, run, admin, hooks);

function streamRows<Lines extends string | Buffer>(
  format: FileFormat<Lines>,
  db: Database,
  exportRow: ExportRow,
  admin: ExportViewer,
  hooks: ExportHooks,
): ReadableStream<Uint8Array> {
  const list = withVisibleColumns(EXPORT_LISTS[exportRow.list as ExportListName], admin.rights);
  const startReading = (last: ExportRowKey | null, size: number) =>
    deferRejection(
      withWaitBudget(LONG_READ_PART_LIMIT_MS, () => readFromReplicaIfFresh(db, (from) => readPage(from, last, size))),
    );
  const readPage = async (from: Database, last: ExportRowKey | null, size: number) => {
    const matching = await list.filter(exportRow.filter, admin, from);
    // Tries fewer rows if the page is too large, because later rows may be wider.
    for (let rowLimit = size; ; rowLimit = Math.ceil(rowLimit / 8)) {
      const batch = await format.read(from, pageAfter(list, matching, last, rowLimit));
      if (batch) return { ...batch, asked: rowLimit };
    }
  };
  let file: ReturnType<typeof format.file>;
  let size = FIRST_BATCH;
  let nextBatch = startReading(null, size);
  let sent = 0;
  let lastProgressAt = Date.now();
  let isFinished = false;
  const finish = async (complete: boolean) => {
    if (isFinished) return;
    isFinished = true;
    await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => hooks.finished(sent, complete));
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const headers = list.columns.map(([header]) => header);
        file = format.file(exportRow.list, headers, (chunk) => controller.enqueue(chunk));
      },
      async pull(controller) {
        try {
          const batch = await nextBatch;
          if (isFinished) return;
          const { length } = batch.lines;
          if (length) size = Math.min(MAX_BATCH, Math.ceil((batch.asked * TARGET_BYTES) / length));
          if (batch.lastKey) nextBatch = startReading(batch.lastKey, size);
          sent += batch.rowCount;
          // The page is empty if none of its rows still match the filter.
          if (length) file.rows(batch.lines);
          if (Date.now() - lastProgressAt > PROGRESS_MS) {
            lastProgressAt = Date.now();
            if (!(await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => hooks.progress(sent))))
              throw new Error("The requesting admin may no longer.");
          }
          if (batch.lastKey) return;
          await finish(true);
          file.end();
          controller.close();
        } catch (error) {
          await finish(false).catch(() => {});
          controller.error(error);
        }
      },
      cancel: () => finish(false),
    },
    { highWaterMark: 1 },
  );
}

/** Prevents the process warning about an unhandled rejection. The error is still thrown when the promise is awaited. */
function deferRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

function pageAfter(list: ExportList, matching: SQL | undefined, last: ExportRowKey | null, size: number): PageQuery {
  const { at, id, direction } = list.key;
  const directionSql = sql.raw(direction);
  const [beyond, upTo] = direction === "desc" ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
  const compareKey = (operator: SQL, key: ExportRowKey) => sql`(${at}, ${id}) ${operator} (${key.at}, ${key.id})`;
  return {
    list,
    after: and(matching, last ? compareKey(beyond, last) : undefined),
    order: sql`${at} ${directionSql}, ${id} ${directionSql}`,
    upTo: (key) => compareKey(upTo, key),
    size,
  };
}
