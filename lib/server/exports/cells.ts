import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { titleCase } from "@/lib/format";

/** A column's value and what a file has to know of it; csv.ts and xlsx.ts have the database write it. */
export type Cell = { kind: "text" | "json" | "word" | "number" | "time"; value: SQL };

const cell =
  (kind: Cell["kind"]) =>
  (value: unknown): Cell => ({ kind, value: sql`${value}` });

/** Text that may come from anybody. */
export const textCell = cell("text");

/** Name and email of the admin whom a column refers to. */
export const adminCell = (id: PgColumn) =>
  textCell(sql`(select a.first_name || ' ' || a.last_name || ' (' || a.email || ')' from admins a where a.id = ${id})`);

/** A JSON object: its text is never a formula. */
export const jsonCell = cell("json");

/** What the system makes itself, of letters, digits, dots, dashes and underscores: an id, a hash, a state. */
export const wordCell = cell("word");

/**
 * What a code reads as on screen, in the column beside the code. The database looks it up.
 * @param words of the codes whose own word does not read well
 */
export const wordsCell = (code: unknown, values: readonly string[], words?: Readonly<Record<string, string>>) =>
  textCell(wordOf(code, values, words));

const wordOf = (code: unknown, values: readonly string[], words: Readonly<Record<string, string>> = {}) =>
  sql`${JSON.stringify(Object.fromEntries(values.map((value) => [value, words[value] ?? titleCase(value)])))}::jsonb ->> (${code})::text`;

type Columns = readonly [name: string, cell: Cell][];

/** A code, and beside it what it reads as on screen. */
export const codeColumns = (
  name: string,
  code: unknown,
  values: readonly string[],
  words?: Readonly<Record<string, string>>,
): Columns => [
  [name, wordCell(code)],
  [`${name} in words`, wordsCell(code, values, words)],
];

/** The same of a list of codes: "phone, device" and "Same phone, Same device". */
export const codesColumns = (
  name: string,
  codes: unknown,
  values: readonly string[],
  words?: Readonly<Record<string, string>>,
): Columns => [
  [name, textCell(sql`array_to_string(${codes}, ', ')`)],
  [
    `${name} in words`,
    textCell(
      sql`array_to_string(array(select ${wordOf(sql`c.code`, values, words)} from unnest(${codes}) with ordinality c(code, n) order by c.n), ', ')`,
    ),
  ],
];

/** A number stays one, also below zero: never pass text here. */
export const numberCell = cell("number");

/** Kobo as naira with two decimals, `-1234.50`: a spreadsheet adds them up. */
export const nairaCell = (kobo: unknown): Cell => numberCell(sql`round((${kobo})::numeric / 100, 2)`);

/** An instant; the file shows it as Lagos time. */
export const timeCell = cell("time");
