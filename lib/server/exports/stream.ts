import "server-only";
import { and, sql } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { headOf, lineOf } from "./csv";
import { EXPORT_LISTS, type ExportList, type ExportListName } from "./lists";

/** Rows that the database writes into one piece of text: some 600 kB. */
const BATCH = 1_000;
const PROGRESS_MS = 1_000;

type Export = typeof exports.$inferSelect;
type Key = { at: string; id: string } | null;
type Batch = { lines: string | null; rows: number; at: string; id: string };
type Hooks = {
  /** Told now and then how many rows are sent. @returns whether to go on: false once the admin may no longer. */
  progress: (sent: number) => Promise<boolean>;
  /** Told once, at the end or where it broke off. */
  finished: (sent: number, complete: boolean) => Promise<unknown>;
};

/**
 * All matching rows as CSV. Each batch is a query of its own that goes on after the last row of the one before: the
 * memory stays flat, a slow reader holds neither a connection nor a transaction, and a batch is read only when the one
 * before is taken. Rows that come or change meanwhile may or may not be in the file.
 */
export function csvStream(db: Database, run: Export, hooks: Hooks): ReadableStream<Uint8Array> {
  const list: ExportList = EXPORT_LISTS[run.list as ExportListName];
  const encoder = new TextEncoder();
  let after: Key = null;
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
      start: (controller) => controller.enqueue(encoder.encode(headOf(list.columns.map(([header]) => header)))),
      async pull(controller) {
        try {
          const batch = await nextBatch(db, list, run, after);
          if (over) return;
          after = batch;
          sent += batch.rows;
          if (batch.lines) controller.enqueue(encoder.encode(batch.lines));
          if (Date.now() - told > PROGRESS_MS) {
            told = Date.now();
            if (!(await hooks.progress(sent))) throw new Error("The admin who asked may no longer.");
          }
          if (batch.rows === BATCH) return;
          await finish(true);
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

async function nextBatch(db: Queryable, list: ExportList, run: Export, after: Key): Promise<Batch> {
  const { at, id, direction } = list.key;
  const order = sql.raw(direction);
  const where = and(
    list.filter(run.filter, run.adminId),
    after ? sql`(${at}, ${id}) ${sql.raw(direction === "desc" ? "<" : ">")} (${after.at}, ${after.id})` : undefined,
  );
  const page = sql`select ${lineOf(list.columns.map(([, cell]) => cell))} as line, ${at}::text as at, ${id}::text as id
    from ${list.table} ${where ? sql`where ${where}` : sql``} order by ${at} ${order}, ${id} ${order} limit ${BATCH}`;
  const found = await db.execute<Batch>(sql`
    select string_agg(line, '') as lines, count(*)::int as rows,
      (array_agg(at))[count(*)] as at, (array_agg(id))[count(*)] as id from (${page}) as page`);
  return found.rows[0] ?? { lines: null, rows: 0, at: "", id: "" };
}
