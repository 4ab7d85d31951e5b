import { readFileSync } from "node:fs";
import path from "node:path";
import { Client } from "pg";

/** Last words of the names of columns, and of keys in JSON documents, whose text is written by people. */
const TEXT_COLUMN_ENDINGS = [
  ...["name", "title", "text", "note", "description", "message", "reason", "comment", "address", "venue", "organiser"],
  ...["ward", "purpose", "sponsor", "question", "reply", "answer", "label", "email", "change", "query", "problem"],
  ...["gate", "device", "conflict", "body", "caption", "alt", "words", "shown"],
];
/**
 * Matches column names that end with a word of TEXT_COLUMN_ENDINGS, such as `first_name` and `cancel_reason`. Also used for keys in JSON.
 */
const COLUMN_PATTERN = `(^|_)(${TEXT_COLUMN_ENDINGS.join("|")})$`;
/** JSON columns that decide what an admin may do, or that contain names of records or contract values. */
const STRUCTURED_COLUMNS = "features|rights|further_rights|filter|rule|audience|destination|payload|basis";
const JSON_TEXT_PATTERN = `"([a-z_]*(?:${TEXT_COLUMN_ENDINGS.join("|")}))": "((?:[^"\\\\]|\\\\.)*)"`;

/**
 * Appends a word of `letters` letters to every text written by people, in all tables of a test's database. Disables triggers but not CHECK
 * constraints; if a constraint refuses a word, tries shorter words. Finds new columns by their names. In a large table, changes only the
 * last rows, which PostgreSQL keeps at the end after an update.
 * @returns the changed columns
 */
export async function writeLongWords(dataDir: string, letters: number): Promise<string[]> {
  const clusterFolder = path.join(dataDir, "postgres");
  const port = readFileSync(path.join(clusterFolder, "postmaster.pid"), "utf8").split("\n")[3];
  const password = readFileSync(path.join(clusterFolder, "crossriverpay.password"), "utf8");
  const client = new Client(`postgresql://crossriverpay:${password}@127.0.0.1:${port}/crossriverpay`);
  await client.connect();
  const writtenTables: string[] = [];
  client.on("notice", ({ message }) => message && writtenTables.push(message));
  await client.query(`
    do $$
    declare found record; word text; size int; changed text;
    begin
      for found in select c.table_name, c.column_name, c.data_type from information_schema.columns c
          join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
            and c.column_name !~ '^(${STRUCTURED_COLUMNS})$'
            and ((c.data_type = 'text' and c.column_name ~ '${COLUMN_PATTERN}') or c.data_type = 'jsonb') loop
        execute format('alter table %I disable trigger user', found.table_name);
        foreach size in array array[${letters}, 300, 100, 30] loop
          word := repeat('w', size);
          changed := case
            when found.data_type = 'jsonb' then format('regexp_replace(%1$I::text, %2$L, %3$L, ''g'')::jsonb',
              found.column_name, '${JSON_TEXT_PATTERN}', '"\\1": "\\2' || word || '"')
            when found.column_name = 'email' then format('%2$L || %1$I', found.column_name, word)
            else format('%1$I || %2$L', found.column_name, word) end;
          begin
            execute format('update %I set %I = %s where %2$I is not null and ctid = any(array(
              select ctid from %1$I order by ctid desc limit 2000))', found.table_name, found.column_name, changed);
            raise notice '%.%', found.table_name, found.column_name;
            exit;
          exception when others then null;
          end;
        end loop;
        execute format('alter table %I enable trigger user', found.table_name);
      end loop;
    end $$`);
  await client.end();
  return writtenTables;
}
