import { getTableColumns, is, SQL } from "drizzle-orm";
import { getTableConfig, PgArray, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { type ColumnWrite, findDrizzleWrites } from "./drizzle-writes";
import type { SourceProgram } from "./program";
import { findDatabaseFunctionWrites, findSqlWrites } from "./sql-writes";
import { Tracer } from "./tracer";
import { traceValues } from "./values";

type ColumnWrites = {
  table: string;
  column: PgColumn;
  writes: ColumnWrite[];
  values: Set<string>;
  copies: Set<string>;
};

/**
 * Lists tables, columns and values that no file of the program writes: `table` without an insert, `table.column` and `table.column =
 * value`. A column that the database fills, and a value that is the column's default, count as written.
 * @param names the program's files that are production code
 * @param migrations SQL texts of all migrations, of which only functions and triggers count
 */
export function findUnwrittenColumns(
  program: SourceProgram,
  migrations: readonly string[],
  tables: readonly PgTable[],
  names: readonly string[],
): string[] {
  const files = program.files(names);
  const keysOf = (table: PgTable) => Object.keys(getTableColumns(table)).sort().join();
  const tracer = new Tracer(
    program,
    files,
    new Map(tables.map((table) => [keysOf(table), getTableConfig(table).name])),
  );
  const writes = [
    ...files.flatMap((file) => [...findDrizzleWrites(tracer, file), ...findSqlWrites(tracer, file)]),
    ...findDatabaseFunctionWrites(migrations),
  ];
  const unwritten: string[] = [];
  const columns = new Map<string, ColumnWrites>();
  for (const table of tables) {
    const { name } = getTableConfig(table);
    const tableWrites = writes.filter((write) => write.table === name);
    if (!tableWrites.some(({ inserts }) => inserts)) {
      unwritten.push(name);
      continue;
    }
    for (const [key, column] of Object.entries(getTableColumns(table))) {
      const columnWrites = tableWrites.filter((write) => [key, column.name, "*"].includes(write.key));
      if (!columnWrites.length && !isFilledByDatabase(column)) unwritten.push(`${name}.${column.name}`);
      else
        columns.set(`${name}.${key}`, {
          table: name,
          column,
          writes: columnWrites,
          values: new Set(),
          copies: new Set(),
        });
    }
  }
  for (const column of columns.values()) readValues(tracer, column);
  followCopies(columns);
  for (const { table, column, values } of columns.values())
    unwritten.push(
      ...allowedTexts(column)
        .filter((text) => !values.has(text))
        .map((text) => `${table}.${column.name} = ${text}`),
    );
  return unwritten.sort();
}

/**
 * Returns true if the column is generated, or if its default differs per row, such as a time or the next number. Also true for a constant
 * default of a column with an enum, because the enum's other values are checked one by one.
 */
function isFilledByDatabase(column: PgColumn): boolean {
  const { generated, hasDefault, default: value } = column;
  if (generated) return true;
  return hasDefault && (value === undefined || is(value, SQL) || allowedTexts(column).length > 0);
}

/** Returns the texts that the schema allows for a column, or for an element of its array. */
const allowedTexts = (column: PgColumn): readonly string[] =>
  (is(column, PgArray) ? (column.baseColumn as PgColumn).enumValues : column.enumValues) ?? [];

function readValues(tracer: Tracer, { column, writes, values, copies }: ColumnWrites): void {
  const texts = allowedTexts(column);
  if (!texts.length) return;
  if (typeof column.default === "string") values.add(column.default);
  const path = is(column, PgArray) ? ["*"] : [];
  for (const write of writes) {
    for (const text of write.texts) values.add(text);
    for (const value of write.values) {
      const valuesRead = traceValues(tracer, { ...value, path: [...value.path, ...path] }, texts);
      for (const text of valuesRead.values) values.add(text);
      for (const copy of valuesRead.copies) copies.add(copy);
    }
  }
}

/** Adds to each column that is copied from another column the values of that column. Repeats this until nothing changes. */
function followCopies(columns: ReadonlyMap<string, ColumnWrites>): void {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const { values, copies } of columns.values()) {
      const sizeBefore = values.size;
      for (const copy of copies) for (const value of columns.get(copy)?.values ?? []) values.add(value);
      hasChanged ||= values.size > sizeBefore;
    }
  }
}
