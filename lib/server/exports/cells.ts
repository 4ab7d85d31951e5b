import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { titleCase } from "@/lib/format";

/** A column's value and its type in the file; csv.ts and xlsx.ts turn it into SQL that formats the cell. */
export type Cell = { kind: "text" | "json" | "word" | "number" | "time"; value: SQL };

const createCell =
  (kind: Cell["kind"]) =>
  (value: unknown): Cell => ({ kind, value: sql`${value}` });

/** Arbitrary text, which may look like a formula. */
export const textCell = createCell("text");

/** Name and email of the admin that a column refers to. */
export const adminCell = (id: PgColumn) =>
  textCell(sql`(select a.first_name || ' ' || a.last_name || ' (' || a.email || ')' from admins a where a.id = ${id})`);

/** A JSON object, whose text is never a formula. */
export const jsonCell = createCell("json");

/** Values of letters, digits, dots, dashes and underscores that the system generates: an id, a hash, a state. */
export const identifierCell = createCell("word");

/** A code's label as on screen, looked up by the database. @param labels labels where title case is not suitable */
export const labelCell = (code: unknown, values: readonly string[], labels?: Readonly<Record<string, string>>) =>
  textCell(labelSqlOf(code, values, labels));

const labelSqlOf = (code: unknown, values: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  sql`${JSON.stringify(Object.fromEntries(values.map((value) => [value, labels[value] ?? titleCase(value)])))}::jsonb ->> (${code})::text`;

type Columns = readonly [name: string, cell: Cell][];

/** Two columns: a code, and its label on screen. */
export const codeColumns = (
  name: string,
  code: unknown,
  values: readonly string[],
  labels?: Readonly<Record<string, string>>,
): Columns => [
  [name, identifierCell(code)],
  [`${name} in words`, labelCell(code, values, labels)],
];

/** Like `codeColumns`, for a list of codes: "phone, device" and "Same phone, Same device". */
export const codesColumns = (
  name: string,
  codes: unknown,
  values: readonly string[],
  labels?: Readonly<Record<string, string>>,
): Columns => [
  [name, textCell(sql`array_to_string(${codes}, ', ')`)],
  [
    `${name} in words`,
    textCell(
      sql`array_to_string(array(select ${labelSqlOf(sql`c.code`, values, labels)} from unnest(${codes}) with ordinality c(code, n) order by c.n), ', ')`,
    ),
  ],
];

/** A number, possibly negative, without protection against formulas: never pass text. */
export const numberCell = createCell("number");

/** Kobo as naira with two decimals, `-1234.50`, which spreadsheets can add up. */
export const moneyCell = (kobo: unknown): Cell => numberCell(sql`round((${kobo})::numeric / 100, 2)`);

/** An instant; shown as Lagos time. */
export const timeCell = createCell("time");
