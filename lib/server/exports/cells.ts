import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { titleCase } from "@/lib/format";

/** Value and type of a cell in an exported file. csv.ts and xlsx.ts convert it to SQL that formats the cell. */
export type Cell = { kind: "text" | "json" | "word" | "number" | "time"; value: SQL };

const createCell =
  (kind: Cell["kind"]) =>
  (value: unknown): Cell => ({ kind, value: sql`${value}` });

/** Cell with arbitrary text, which may look like a formula. */
export const textCell = createCell("text");

/** Returns a cell with name and email of the admin whose id a column contains. */
export const adminCell = (id: PgColumn) =>
  textCell(sql`(select a.first_name || ' ' || a.last_name || ' (' || a.email || ')' from admins a where a.id = ${id})`);

/** Cell with a JSON object, whose text is never a formula. */
export const jsonCell = createCell("json");

/** Cell with a system-generated value of letters, digits, dots, dashes and underscores: an id, a hash, a state. */
export const identifierCell = createCell("word");

/**
 * Returns a cell with a code's label as screens show it, looked up by the database. @param labels labels where title case is not suitable
 */
export const labelCell = (code: unknown, values: readonly string[], labels?: Readonly<Record<string, string>>) =>
  textCell(labelSqlOf(code, values, labels));

const labelSqlOf = (code: unknown, values: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  sql`${JSON.stringify(Object.fromEntries(values.map((value) => [value, labels[value] ?? titleCase(value)])))}::jsonb ->> (${code})::text`;

type Columns = readonly [name: string, cell: Cell][];

/** Returns two columns: a code, and its label as screens show it. */
export const codeLabelColumns = (
  name: string,
  code: unknown,
  values: readonly string[],
  labels?: Readonly<Record<string, string>>,
): Columns => [
  [name, identifierCell(code)],
  [`${name} in words`, labelCell(code, values, labels)],
];

/** Returns two columns for a list of codes, like `codeLabelColumns`: "phone, device" and "Same phone, Same device". */
export const codeListColumns = (
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

/** Cell with a number, possibly negative. It has no protection against formulas, so never pass text. */
export const numberCell = createCell("number");

/** Returns a cell with kobo as naira with two decimals, `-1234.50`, which spreadsheets can sum. */
export const moneyCell = (kobo: unknown): Cell => numberCell(sql`round((${kobo})::numeric / 100, 2)`);

/** Cell with a time, shown as Lagos time. */
export const timeCell = createCell("time");
