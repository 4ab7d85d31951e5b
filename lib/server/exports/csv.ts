import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import type { Database } from "@/lib/server/db/client";
import { copyOut } from "@/lib/server/db/copy";
import { whereClause } from "@/lib/server/lists/list";
import type { Cell } from "./cells";
import { type ExportRowBatch, type ExportRowKey, type FileFormat, PAGE_MAX_BYTES, type PageQuery } from "./format";

/**
 * Code points that start a formula in spreadsheets: = + - @, tab, line feed, carriage return, and full-width forms of the first
 * four. Comparing numbers is several times faster than a regular expression.
 */
const RISKY_CHARS = "61, 43, 45, 64, 9, 10, 13, 65309, 65291, 65293, 65312";

const CELL_SQL: Record<Cell["kind"], (value: SQL) => SQL> = {
  text: (value) => sql`(${value})::text`,
  json: (value) => sql`(${value})::text`,
  word: (value) => sql`${value}`,
  number: (value) => sql`${value}`,
  // Formats 2026-11-21 14:05:09 by truncating the plain text, because to_char takes three times as long.
  time: (value) => sql`left((${value} at time zone 'Africa/Lagos')::text, 19)`,
};

/** Returns SQL that adds an apostrophe before text that would be a formula. */
const safeText = (name: string) => `case when ascii(${name}) in (${RISKY_CHARS}) then '''' || ${name} else ${name} end`;

/** Initial size in bytes of the buffer for one page of rows. */
const BUFFER_BYTES = 1 << 21;

/**
 * Reads rows as CSV lines that PostgreSQL's COPY writes, without parsing them. Quotes text, but not numbers.
 * @param from SQL source of the rows, in file order
 * @param maxBytes limit in bytes; lines beyond it are discarded
 * @returns the lines, ending with CR LF, and their number; null above `maxBytes`
 */
export async function readCsvLines(
  client: ClientBase,
  cells: readonly Cell[],
  from: SQL,
  maxBytes = Number.POSITIVE_INFINITY,
) {
  const columns = cells.map(({ kind, value }, index) => ({ name: `c${index}`, kind, value: CELL_SQL[kind](value) }));
  const outputColumns = columns.map(({ name, kind }) => (kind === "text" ? `${safeText(name)} as ${name}` : name));
  const cellColumns = columns.map(({ name, value }) => sql`${value} as ${sql.raw(name)}`);
  // Uses a subquery with `offset 0`, so that each cell is computed once instead of at each use of its name.
  const query = sql`select ${sql.raw(outputColumns.join(", "))} from (select ${sql.join(cellColumns, sql`, `)} ${from} offset 0) page`;
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let length = 0;
  let rows = 0;
  const appendLine = (line: Buffer) => {
    rows += 1;
    if (length > maxBytes) return;
    if (length + line.length + 1 > buffer.length) {
      const largerBuffer = Buffer.allocUnsafe(2 * (length + line.length + 1));
      buffer.copy(largerBuffer, 0, 0, length);
      buffer = largerBuffer;
    }
    length += line.copy(buffer, length, 0, line.length - 1);
    buffer[length++] = 13;
    buffer[length++] = 10;
  };
  const quoted = columns.filter(({ kind }) => kind === "text" || kind === "json").map(({ name }) => name);
  await copyOut(client, query, appendLine, `format csv${quoted.length ? `, force_quote (${quoted.join(", ")})` : ""}`);
  return length > maxBytes ? null : { lines: buffer.subarray(0, length), rows };
}

/**
 * Reads a page of rows: looks up the key of its last row, then copies all rows from the end of the previous page to that key. A page with
 * fewer rows than `size` is the last one.
 */
async function readLines(
  db: Database,
  { list, after, order, upTo, size }: PageQuery,
): Promise<ExportRowBatch<Buffer> | null> {
  const { at, id } = list.key;
  const found =
    await db.execute<ExportRowKey>(sql`select ${at}::text as at, ${id}::text as id from ${list.table} ${whereClause(after)}
    order by ${order} limit 1 offset ${size - 1}`);
  const [pageEnd] = found.rows;
  const cells = list.columns.map(([, cell]) => cell);
  const from = sql`from ${list.table} ${whereClause(and(after, pageEnd && upTo(pageEnd)))} order by ${order}`;
  const client = await db.$client.connect();
  try {
    const result = await readCsvLines(client, cells, from, size > 1 ? PAGE_MAX_BYTES : undefined);
    client.release();
    return result && { lines: result.lines, rowCount: result.rows, lastKey: pageEnd ?? null };
  } catch (error) {
    // Closes the connection, because its COPY may not be finished.
    client.release(true);
    throw error;
  }
}

/** CSV as a format of exported files. */
export const csvFormat: FileFormat<Buffer> = {
  read: readLines,
  file(_name, headers, send) {
    const headerLine = headers.map((header) => `"${header.replaceAll('"', '""')}"`).join(",");
    // The byte order mark tells Excel that the file is UTF-8.
    send(Buffer.from(`\uFEFF${headerLine}\r\n`));
    return { rows: send, end: () => {} };
  },
};
