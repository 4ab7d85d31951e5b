import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import type { Database } from "@/lib/server/db/client";
import { copyOut } from "@/lib/server/db/copy";
import { whereOf } from "@/lib/server/lists/list";
import type { Cell } from "./cells";
import { type Batch, type Format, type Key, MOST_OF_PAGE, type Page } from "./format";

/**
 * Code points that make a spreadsheet read text as a formula when it begins with one: = + - @, tab, line feed, carriage
 * return, and the first four in full width. Looking at one number is several times faster than a pattern.
 */
const FORMULA = "61, 43, 45, 64, 9, 10, 13, 65309, 65291, 65293, 65312";

const VALUES: Record<Cell["kind"], (value: SQL) => SQL> = {
  text: (value) => sql`(${value})::text`,
  json: (value) => sql`(${value})::text`,
  word: (value) => sql`${value}`,
  number: (value) => sql`${value}`,
  // 2026-11-21 14:05:09, cut off the plain text: to_char takes three times as long.
  time: (value) => sql`left((${value} at time zone 'Africa/Lagos')::text, 19)`,
};

/** Text that would be a formula gets an apostrophe in front. */
const guarded = (name: string) => `case when ascii(${name}) in (${FORMULA}) then '''' || ${name} else ${name} end`;

/** Bytes set aside for a page's lines at first. */
const ROOM = 1 << 21;

/**
 * Rows as lines that the database writes by COPY: nobody reads them on the way. Text is quoted, numbers are not.
 * @param from what the cells are taken from, in its order
 * @param most bytes; the rest of more is let go by, unread
 * @returns the lines, each with a carriage return before its line feed, and how many they are; null for more than `most`
 */
export async function csvLines(client: ClientBase, cells: readonly Cell[], from: SQL, most = Number.POSITIVE_INFINITY) {
  const columns = cells.map(({ kind, value }, index) => ({ name: `c${index}`, kind, value: VALUES[kind](value) }));
  const shown = columns.map(({ name, kind }) => (kind === "text" ? `${guarded(name)} as ${name}` : name));
  const taken = columns.map(({ name, value }) => sql`${value} as ${sql.raw(name)}`);
  // Apart, so that a cell is worked out once and not wherever it is named.
  const query = sql`select ${sql.raw(shown.join(", "))} from (select ${sql.join(taken, sql`, `)} ${from} offset 0) page`;
  let room = Buffer.allocUnsafe(ROOM);
  let length = 0;
  let rows = 0;
  const take = (line: Buffer) => {
    rows += 1;
    if (length > most) return;
    if (length + line.length + 1 > room.length) {
      const wider = Buffer.allocUnsafe(2 * (length + line.length + 1));
      room.copy(wider, 0, 0, length);
      room = wider;
    }
    length += line.copy(room, length, 0, line.length - 1);
    room[length++] = 13;
    room[length++] = 10;
  };
  const quoted = columns.filter(({ kind }) => kind === "text" || kind === "json").map(({ name }) => name);
  await copyOut(client, query, take, `format csv${quoted.length ? `, force_quote (${quoted.join(", ")})` : ""}`);
  return length > most ? null : { lines: room.subarray(0, length), rows };
}

/**
 * First the key of the page's last row is looked up, then COPY writes all from the row after the page before up to it.
 * A page that is not full is the last one.
 */
async function readLines(db: Database, { list, after, order, upTo, size }: Page): Promise<Batch<Buffer> | null> {
  const { at, id } = list.key;
  const found =
    await db.execute<Key>(sql`select ${at}::text as at, ${id}::text as id from ${list.table} ${whereOf(after)}
    order by ${order} limit 1 offset ${size - 1}`);
  const [end] = found.rows;
  const cells = list.columns.map(([, cell]) => cell);
  const from = sql`from ${list.table} ${whereOf(and(after, end && upTo(end)))} order by ${order}`;
  const client = await db.$client.connect();
  try {
    const read = await csvLines(client, cells, from, size > 1 ? MOST_OF_PAGE : undefined);
    client.release();
    return read && { ...read, last: end ?? null };
  } catch (error) {
    // Nobody else is to go on in the middle of it.
    client.release(true);
    throw error;
  }
}

export const csv: Format<Buffer> = {
  read: readLines,
  file(_name, headers, send) {
    const head = headers.map((header) => `"${header.replaceAll('"', '""')}"`).join(",");
    // The byte order mark tells Excel that what follows is UTF-8.
    send(Buffer.from(`\uFEFF${head}\r\n`));
    return { rows: send, end: () => {} };
  },
};
