import "server-only";
import type { SQL } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import type { ExportList } from "./lists";

/** Sort key of a row in its file, as text. */
export type RowKey = { at: string; id: string };

/** A page of rows to read, in the order of the file. `after`: condition for rows after the previous page. */
export type PageQuery = {
  list: ExportList;
  after: SQL | undefined;
  order: SQL;
  /** Condition for rows up to and including this key. */
  upTo: (key: RowKey) => SQL;
  size: number;
};

/** Maximum bytes of a page. A larger one is read again with fewer rows, unless it is a single row. */
export const PAGE_MAX_BYTES = 16_000_000;

/** A page in a file format; `last` is the key to continue from, null at the end. */
export type RowBatch<Lines> = { lines: Lines; rows: number; last: RowKey | null };

/** A file format: reads rows as lines, and writes the file in chunks. */
export type FileFormat<Lines> = {
  /** @returns null for a page above `PAGE_MAX_BYTES` */
  read: (db: Database, page: PageQuery) => Promise<RowBatch<Lines> | null>;
  file: (
    name: string,
    headers: readonly string[],
    send: (chunk: Uint8Array) => void,
  ) => { rows: (lines: Lines) => void; end: () => void };
};
