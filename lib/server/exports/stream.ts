import "server-only";
import { and, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { csvHead, csvLine } from "./csv";
import { EXPORT_LISTS, type ExportList, type ExportListName } from "./lists";
import { xlsxFile, xlsxLine } from "./xlsx";

/**
 * Rows that the database writes into one piece of text: few at first, so that the file begins at once, then about as many
 * as make this many characters, however wide they are.
 */
const FIRST_BATCH = 500;
const BATCH = 4_000;
const PIECE = 1_000_000;
const PROGRESS_MS = 1_000;

type Export = typeof exports.$inferSelect;
type Key = { at: string; id: string } | null;
type Batch = { lines: string | null; rows: number; at: string; id: string };
export type ExportHooks = {
  /** Told now and then how many rows are sent. @returns whether to go on: false once the admin may no longer. */
  progress: (sent: number) => Promise<boolean>;
  /** Told once, at the end or where it broke off. */
  finished: (sent: number, complete: boolean) => Promise<unknown>;
};

/** A file that is being written: text of rows goes in, pieces of the file go out. */
type Writer = { rows: (lines: string) => void; end: () => void };
const LINES = { csv: csvLine, xlsx: xlsxLine };
const WRITERS = {
  csv(_name: string, headers: readonly string[], send: (chunk: Uint8Array) => void): Writer {
    const encoder = new TextEncoder();
    send(encoder.encode(csvHead(headers)));
    return { rows: (lines) => send(encoder.encode(lines)), end: () => {} };
  },
  xlsx: xlsxFile,
};

/** A document is drawn by documents.ts. */
const formatOf = ({ format }: Export) => (format === "pdf" ? "csv" : format);

/**
 * All matching rows as a file. Each batch is a query of its own that goes on after the last row of the one before: the
 * memory stays flat, and a slow reader holds neither a connection nor a transaction. One batch is read ahead while the
 * one before is sent. Rows that come or change meanwhile may or may not be in the file.
 */
export function exportStream(db: Database, run: Export, hooks: ExportHooks): ReadableStream<Uint8Array> {
  const list: ExportList = EXPORT_LISTS[run.list as ExportListName];
  let writer: Writer;
  let size = FIRST_BATCH;
  let ahead = readBatch(db, list, run, null, size);
  let sent = 0;
  let told = Date.now();
  let over = false;
  const finish = async (complete: boolean) => {
    if (over) return;
    over = true;
    await hooks.finished(sent, complete);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const headers = list.columns.map(([header]) => header);
        writer = WRITERS[formatOf(run)](run.list, headers, (chunk) => controller.enqueue(chunk));
      },
      async pull(controller) {
        try {
          const batch = await ahead;
          if (over) return;
          const isLast = batch.rows < size;
          if (batch.lines) size = Math.min(BATCH, Math.ceil((size * PIECE) / batch.lines.length));
          if (!isLast) ahead = readBatch(db, list, run, batch, size);
          sent += batch.rows;
          if (batch.lines) writer.rows(batch.lines);
          if (Date.now() - told > PROGRESS_MS) {
            told = Date.now();
            if (!(await hooks.progress(sent))) throw new Error("The admin who asked may no longer.");
          }
          if (!isLast) return;
          await finish(true);
          writer.end();
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
function readBatch(...args: Parameters<typeof nextBatch>): Promise<Batch> {
  const batch = nextBatch(...args);
  batch.catch(() => {});
  return batch;
}

async function nextBatch(db: Queryable, list: ExportList, run: Export, after: Key, size: number): Promise<Batch> {
  const { at, id, direction } = list.key;
  const order = sql.raw(direction);
  const where = and(
    list.filter(run.filter, run.adminId),
    after ? sql`(${at}, ${id}) ${sql.raw(direction === "desc" ? "<" : ">")} (${after.at}, ${after.id})` : undefined,
  );
  const line = LINES[formatOf(run)](list.columns.map(([, cell]) => cell));
  const page = sql`select ${line} as line, ${at} as at, ${id} as id
    from ${list.table} ${where ? sql`where ${where}` : sql``} order by ${at} ${order}, ${id} ${order} limit ${size}`;
  const found = await db.execute<Batch>(sql`
    select string_agg(line, '') as lines, count(*)::int as rows,
      (array_agg(at))[count(*)]::text as at, (array_agg(id))[count(*)]::text as id from (${page}) as page`);
  return found.rows[0] ?? { lines: null, rows: 0, at: "", id: "" };
}
