import "server-only";
import type { SQL } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import type { ExportList } from "./lists";

/** Sort key of a row in an exported file, as text. */
export type ExportRowKey = { at: string; id: string };

/** Query for a page of rows of an export, in file order. `after`: SQL condition for rows after the previous page. */
export type PageQuery = {
  list: ExportList;
  after: SQL | undefined;
  order: SQL;
  /** Returns an SQL condition for rows up to and including this key. */
  upTo: (key: ExportRowKey) => SQL;
  size: number;
};

/** Maximum size in bytes of a page of rows. A larger page is read again with fewer rows, unless it is a single row. */
export const PAGE_MAX_BYTES = 16_000_000;

/** A page of rows in a file format. `lastKey`: the key after which the next page begins; null at the end. */
export type ExportRowBatch<Lines> = { lines: Lines; rowCount: number; lastKey: ExportRowKey | null };

/** A file format: reads a page of rows as lines, and writes the file in chunks. */
export type FileFormat<Lines> = {
  /** Reads a page of rows. @returns null for a page above `PAGE_MAX_BYTES` */
  read: (db: Database, page: PageQuery) => Promise<ExportRowBatch<Lines> | null>;
  file: (
    name: string,
    headers: readonly string[],
    send: (chunk: Uint8Array) => void,
  ) => { rows: (lines: Lines) => void; end: () => void };
};
