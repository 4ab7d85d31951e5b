import "server-only";
import type { SQL } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import type { ExportList } from "./lists";

/** A row's position in the order of its file, as text. */
export type Key = { at: string; id: string };

/** A page of rows to read, in the order of the file. `after` selects the matching rows behind the previous page. */
export type Page = {
  list: ExportList;
  after: SQL | undefined;
  order: SQL;
  /** Condition for rows up to and including this key. */
  upTo: (key: Key) => SQL;
  size: number;
};

/** Maximum number of bytes of a page: a larger one is read again with fewer rows, unless it is a single row. */
export const MAX_OF_PAGE = 16_000_000;

/** A page in a file format; `last` is the key to continue from, null at the end. */
export type Batch<Lines> = { lines: Lines; rows: number; last: Key | null };

/** A file format: reads rows as lines, and writes the file in chunks. */
export type Format<Lines> = {
  /** @returns null for a page above `MAX_OF_PAGE` */
  read: (db: Database, page: Page) => Promise<Batch<Lines> | null>;
  file: (
    name: string,
    headers: readonly string[],
    send: (chunk: Uint8Array) => void,
  ) => { rows: (lines: Lines) => void; end: () => void };
};
