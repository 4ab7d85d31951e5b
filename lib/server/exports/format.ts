import "server-only";
import type { SQL } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import type { ExportList } from "./lists";

/** Where a row stands in the order of its file, as text. */
export type Key = { at: string; id: string };

/** So many of the rows of a list that fit and come after those before, in the order of the file. */
export type Page = {
  list: ExportList;
  after: SQL | undefined;
  order: SQL;
  /** Whether a row comes before one, or is it. */
  upTo: (key: Key) => SQL;
  size: number;
};

/** More bytes of lines than these are not read at once, unless they are one row: then fewer rows are. */
export const MOST_OF_PAGE = 16_000_000;

/** A page as a format writes it; `last` is where the next one goes on, null where nothing comes after. */
export type Batch<Lines> = { lines: Lines; rows: number; last: Key | null };

/** How a list becomes a file: lines of rows are read, and pieces of the file go out. */
export type Format<Lines> = {
  /** @returns null for a page of more than `MOST_OF_PAGE` */
  read: (db: Database, page: Page) => Promise<Batch<Lines> | null>;
  file: (
    name: string,
    headers: readonly string[],
    send: (chunk: Uint8Array) => void,
  ) => { rows: (lines: Lines) => void; end: () => void };
};
