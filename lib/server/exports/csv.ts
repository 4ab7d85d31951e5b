import "server-only";
import { type SQL, sql } from "drizzle-orm";

/**
 * Cells of a CSV file, written by the database: the server passes text on and never holds a row. Always quoted, except
 * numbers.
 */
export type Cell = SQL<string>;

/** What makes a spreadsheet read text as a formula, also in its full-width form. */
const FORMULA = "^[=+\\-@\\t\\r\\n＝＋－＠]";

/** Text that may come from anybody: one that would be a formula gets an apostrophe in front. */
export const textCell = (value: unknown): Cell =>
  sql`coalesce('"' || case when ${value}::text ~ ${sql.raw(`E'${FORMULA.replaceAll("\\", "\\\\")}'`)} then '''' else '' end
    || replace(${value}::text, '"', '""') || '"', '')`;

/** A number stays one, also below zero: never pass text here. */
export const numberCell = (value: unknown): Cell => sql`coalesce((${value})::numeric::text, '')`;

/** `2026-11-21 14:05:09` in Lagos. */
export const timeCell = (value: unknown): Cell =>
  sql`coalesce(to_char(${value} at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI:SS'), '')`;

/** The cells as one line. */
export const lineOf = (cells: readonly Cell[]): Cell =>
  sql`${sql.join([...cells], sql` || ',' || `)} || ${sql.raw("E'\\r\\n'")}`;

/** The byte order mark tells Excel that what follows is UTF-8. */
export const headOf = (headers: readonly string[]) =>
  `\uFEFF${headers.map((header) => `"${header.replaceAll('"', '""')}"`).join(",")}\r\n`;
