import { sql } from "drizzle-orm";
import { decrypt } from "@/lib/server/base/secret";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { ENCRYPTED_COLUMNS } from "@/lib/server/secrets/columns";
import type { TestApp } from "./app";

/**
 * Searches every column of every table for these words, ignoring case: texts, JSON, arrays, binary columns, decrypted columns and stored
 * files. Finds rows of partitions through the partitioned table.
 * @returns `table.column` of each column with a word, and the words found there
 */
export async function findPersonalTraces(app: TestApp, words: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  const note = (place: string, text: string) => {
    for (const word of words)
      if (text.toLowerCase().includes(word.toLowerCase())) found.set(place, (found.get(place) ?? new Set()).add(word));
  };
  const columns = await app.db.execute<{ table: string; column: string; type: string }>(sql`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    join pg_class p on p.oid = format('%I.%I', table_schema, c.table_name)::regclass and not p.relispartition
    where table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  for (const { table, column, type } of columns.rows) {
    const place = `${table}.${column}`;
    const value = sql.identifier(column);
    const asText = type === "bytea" ? sql`encode(${value}, 'escape')` : sql`${value}::text`;
    const rows = await app.db.execute<{ text: string | null }>(
      sql`select distinct ${asText} as text from ${sql.identifier(table)} where ${value} is not null`,
    );
    for (const { text } of rows.rows) note(place, text ?? "");
  }
  for (const { table, column, purpose } of ENCRYPTED_COLUMNS) {
    const rows = await app.db.execute<{ value: Buffer }>(
      sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
    );
    for (const { value } of rows.rows) note(`${table}.${column}`, decrypt(value, purpose));
  }
  const files = await app.db.execute<{ id: string }>(sql`select id from files`);
  for (const { id } of files.rows) {
    const file = await readStoredFile(app.db, id);
    if (file) note("stored files", file.bytes.toString("latin1"));
  }
  return found;
}
