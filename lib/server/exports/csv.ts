import "server-only";
import { type SQL, sql } from "drizzle-orm";

/**
 * Cells of a CSV file, written by the database: the server passes text on and never holds a row.
 */
export type Cell = SQL<string>;

/**
 * Code points that make a spreadsheet read text as a formula when it begins with one: = + - @, tab, line feed, carriage
 * return, and the first four in full width. Looking at one number is several times faster than a pattern.
 */
const FORMULA = "61, 43, 45, 64, 9, 10, 13, 65309, 65291, 65293, 65312";

/** Text that may come from anybody: one that would be a formula gets an apostrophe in front. Quoted. */
export const textCell = (value: unknown): Cell =>
  sql`coalesce(case when ascii(${value}::text) in (${sql.raw(FORMULA)}) then '"''' else '"' end
    || replace(${value}::text, '"', '""') || '"', '')`;

/** What the system makes itself, of letters, digits, dots, dashes and underscores: an id, a hash, a state. */
export const wordCell = (value: unknown): Cell => sql`coalesce(${value}::text, '')`;

/** A number stays one, also below zero: never pass text here. */
export const numberCell = (value: unknown): Cell => sql`coalesce((${value})::numeric::text, '')`;

/** Kobo as naira with two decimals, `-1234.50`: a spreadsheet adds them up. */
export const nairaCell = (kobo: unknown): Cell => sql`coalesce(round((${kobo})::numeric / 100, 2)::text, '')`;

/** `2026-11-21 14:05:09` in Lagos. */
export const timeCell = (value: unknown): Cell =>
  sql`coalesce(to_char(${value} at time zone 'Africa/Lagos', 'YYYY-MM-DD HH24:MI:SS'), '')`;

/** The cells as one line. */
export const lineOf = (cells: readonly Cell[]): Cell =>
  sql`${sql.join([...cells], sql` || ',' || `)} || ${sql.raw("E'\\r\\n'")}`;

/** The byte order mark tells Excel that what follows is UTF-8. */
export const headOf = (headers: readonly string[]) =>
  `\uFEFF${headers.map((header) => `"${header.replaceAll('"', '""')}"`).join(",")}\r\n`;
