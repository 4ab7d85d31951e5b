import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { PIECE_MS, withCallTime } from "@/lib/server/db/call-time";
import type { Database } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { csv } from "./csv";
import type { Format, Key, Page } from "./format";
import { EXPORT_LISTS, type ExportList, type ExportListName, type Viewer } from "./lists";
import { withVisibleColumns } from "./visible-columns";
import { xlsx } from "./xlsx";

/**
 * Rows that are read at once: few at first, so that the file begins at once, then about as many as make this much text,
 * however wide they are.
 */
const FIRST_BATCH = 500;
const BATCH = 8_000;
const PIECE = 2_000_000;
const PROGRESS_MS = 1_000;

type Export = typeof exports.$inferSelect;
export type ExportHooks = {
  /** Told now and then how many rows are sent. @returns whether to go on: false once the admin may no longer. */
  progress: (sent: number) => Promise<boolean>;
  /** Told once, at the end or where it broke off. */
  finished: (sent: number, complete: boolean) => Promise<unknown>;
};

/**
 * All matching rows as a file. Each batch is a query of its own that goes on after the last row of the one before: the
 * memory stays flat, and a slow reader holds neither a connection nor a transaction. One batch is read ahead while the
 * one before is sent. Rows that come or change in the meantime may or may not be in the file.
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
  const read = (last: Key | null, size: number) => quietly(withCallTime(PIECE_MS, () => readPage(last, size)));
  const readPage = async (last: Key | null, size: number) => {
    const fitting = await list.filter(run.filter, admin, db);
    // Rows may be much wider than those before them were.
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
    await withCallTime(PIECE_MS, () => hooks.finished(sent, complete));
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
          // None where all rows of a stretch have ceased to fit since it was marked out.
          if (length) file.rows(batch.lines);
          if (Date.now() - told > PROGRESS_MS) {
            told = Date.now();
            if (!(await withCallTime(PIECE_MS, () => hooks.progress(sent))))
              throw new Error("The admin who asked may no longer.");
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

/** What goes wrong with it is told when it is awaited, and not before. */
function quietly<T>(work: Promise<T>): Promise<T> {
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
