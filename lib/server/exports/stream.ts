import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { CHUNK_LIMIT_MS, withCallTime } from "@/lib/server/db/call-time";
import type { Database } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { csv } from "./csv";
import type { Format, Key, Page } from "./format";
import { EXPORT_LISTS, type ExportList, type ExportListName, type Viewer } from "./lists";
import { withVisibleColumns } from "./visible-columns";
import { xlsx } from "./xlsx";

/** Rows per page: few at first, so that the download starts immediately, then as many as produce about PIECE bytes. */
const FIRST_BATCH = 500;
const BATCH = 8_000;
const PIECE = 2_000_000;
const PROGRESS_MS = 1_000;

type Export = typeof exports.$inferSelect;
export type ExportHooks = {
  /** Receives the number of rows sent so far. @returns false to stop, when the admin is no longer allowed to download */
  progress: (sent: number) => Promise<boolean>;
  /** Called once, at the end or when the download breaks off. */
  finished: (sent: number, complete: boolean) => Promise<unknown>;
};

/**
 * Returns all matching rows as a file. Each page is a separate query that continues after the last row of the previous one. So
 * memory use is constant, and a slow reader occupies neither a connection nor a transaction. Reads one page ahead while the
 * previous one is sent. Rows added or changed during the export may or may not be included.
 */
export const exportStream = (db: Database, run: Export, admin: Viewer, hooks: ExportHooks) =>
  run.format === "xlsx" ? streamOf(xlsx, db, run, admin, hooks) : streamOf(csv, db, run, admin, hooks);

function streamOf<Lines extends string | Buffer>(
  format: Format<Lines>,
  db: Database,
  run: Export,
  admin: Viewer,
  hooks: ExportHooks,
): ReadableStream<Uint8Array> {
  const list = withVisibleColumns(EXPORT_LISTS[run.list as ExportListName], admin.rights);
  const read = (last: Key | null, size: number) =>
    deferRejection(withCallTime(CHUNK_LIMIT_MS, () => readPage(last, size)));
  const readPage = async (last: Key | null, size: number) => {
    const fitting = await list.filter(run.filter, admin, db);
    // The next rows may be much wider than the ones before.
    for (let asked = size; ; asked = Math.ceil(asked / 8)) {
      const batch = await format.read(db, pageAfter(list, fitting, last, asked));
      if (batch) return { ...batch, asked };
    }
  };
  let file: ReturnType<typeof format.file>;
  let size = FIRST_BATCH;
  let ahead = read(null, size);
  let sent = 0;
  let told = Date.now();
  let over = false;
  const finish = async (complete: boolean) => {
    if (over) return;
    over = true;
    await withCallTime(CHUNK_LIMIT_MS, () => hooks.finished(sent, complete));
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const headers = list.columns.map(([header]) => header);
        file = format.file(run.list, headers, (chunk) => controller.enqueue(chunk));
      },
      async pull(controller) {
        try {
          const batch = await ahead;
          if (over) return;
          const { length } = batch.lines;
          if (length) size = Math.min(BATCH, Math.ceil((batch.asked * PIECE) / length));
          if (batch.last) ahead = read(batch.last, size);
          sent += batch.rows;
          // Empty if none of the page's rows match the filter any more.
          if (length) file.rows(batch.lines);
          if (Date.now() - told > PROGRESS_MS) {
            told = Date.now();
            if (!(await withCallTime(CHUNK_LIMIT_MS, () => hooks.progress(sent))))
              throw new Error("The requesting admin may no longer.");
          }
          if (batch.last) return;
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

/** Prevents an unhandled rejection; the error is thrown when the promise is awaited. */
function deferRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

function pageAfter(list: ExportList, fitting: SQL | undefined, last: Key | null, size: number): Page {
  const { at, id, direction } = list.key;
  const way = sql.raw(direction);
  const [later, upTo] = direction === "desc" ? [sql`<`, sql`>=`] : [sql`>`, sql`<=`];
  const compared = (how: SQL, key: Key) => sql`(${at}, ${id}) ${how} (${key.at}, ${key.id})`;
  return {
    list,
    after: and(fitting, last ? compared(later, last) : undefined),
    order: sql`${at} ${way}, ${id} ${way}`,
    upTo: (key) => compared(upTo, key),
    size,
  };
}
