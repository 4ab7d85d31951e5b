import "server-only";
import { eq, getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { titleCase } from "@/lib/format";
import { decrypt } from "@/lib/server/base/secret";
import type { Database } from "@/lib/server/db/client";
import { citizenDataCopies } from "@/lib/server/db/schema/citizen-data";
import * as schema from "@/lib/server/db/schema/schema";
import type { ArchivePart } from "@/lib/server/exports/archives";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { csvLine } from "./csv-line";
import { type PersonalTable, splitColumnNames } from "./register/personal-table";
import { isRowOfCitizen, PERSONAL_TABLES } from "./register/register";

const PAGE_ROWS = 1_000;

/**
 * Yields the files of a copy of all data about a citizen: an explanation, a CSV file for each table with rows, and the
 * stored documents and photos. Reads page by page, so that memory use is constant.
 */
export async function* dataCopyFiles(db: Database, userId: string): AsyncGenerator<ArchivePart> {
  const encoder = new TextEncoder();
  yield { path: "README.txt", bytes: encoder.encode(README), isLastPart: true, completedParts: 0 };
  for (const [index, entry] of PERSONAL_TABLES.entries()) {
    const path = `${entry.purpose}/${entry.file}.csv`;
    const documents: { id: string; name: string }[] = [];
    let isStarted = false;
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const rows = await readRows(db, entry, userId, offset);
      if (!rows.length) break;
      const lines = rows.map((row) => csvLine(valuesOf(entry, row)));
      // The byte order mark tells Excel that the file is UTF-8.
      const text = (isStarted ? "" : `\uFEFF${csvLine(headersOf(entry))}`) + lines.join("");
      isStarted = true;
      yield { path, bytes: encoder.encode(text), isLastPart: false, completedParts: index + 1 };
      if (entry.storedFile)
        for (const row of rows) documents.push({ id: String(row[entry.storedFile]), name: String(row.id) });
      if (rows.length < PAGE_ROWS) break;
    }
    if (isStarted) yield { path, bytes: new Uint8Array(), isLastPart: true, completedParts: index + 1 };
    for (const { id, name } of documents) {
      const file = await readStoredFile(db, id);
      if (!file) continue;
      const extension = FILE_EXTENSIONS[file.contentType] ?? "bin";
      yield {
        path: `${entry.purpose}/${entry.file}/${name}.${extension}`,
        bytes: file.bytes,
        isLastPart: true,
        completedParts: index + 1,
      };
    }
  }
}

/** Records that a copy was downloaded completely, so that it can't be downloaded again. */
export const markDataCopyDownloaded = (db: Database, copyId: string) =>
  db.update(citizenDataCopies).set({ downloadedAt: new Date() }).where(eq(citizenDataCopies.id, copyId));

const FILE_EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
};

const README = `Copy of the data that Cross River Pay holds about you

Each file lists the rows of one kind of record. Folders are named after the purpose for which the data is kept.
Times are in UTC. Amounts are in kobo: 100 kobo are one naira.
Documents and photos are in folders named like the list that mentions them; their names are the ids in that list.

Left out are secrets such as codes of tickets, technical copies such as search words and thumbnails, and who among the
employees did what.
`;

async function readRows(db: Database, entry: PersonalTable, userId: string, offset: number) {
  const names = Object.entries(entry.names ?? {}).map(
    ([header, expression]) => sql`${sql.raw(expression)} as ${sql.identifier(header)}`,
  );
  const columns = columnsOf(entry).map((column) => sql`${sql.identifier(column)}`);
  const found = await db.execute<Record<string, unknown>>(sql`
    select ${sql.join([...columns, ...names], sql`, `)} from ${sql.identifier(entry.table)}
    where ${isRowOfCitizen(entry, userId)} order by ${orderOf(entry.table)} limit ${PAGE_ROWS} offset ${offset}`);
  return found.rows;
}

const columnsOf = ({ personal, other }: PersonalTable) => [...splitColumnNames(personal), ...splitColumnNames(other)];
const headersOf = (entry: PersonalTable) =>
  [...columnsOf(entry), ...Object.keys(entry.names ?? {})].map((column) => titleCase(column));

function valuesOf(entry: PersonalTable, row: Record<string, unknown>): unknown[] {
  const encrypted = splitColumnNames(entry.encrypted);
  return [...columnsOf(entry), ...Object.keys(entry.names ?? {})].map((column) => {
    const value = row[column];
    return encrypted.includes(column) && Buffer.isBuffer(value) ? decrypt(value) : value;
  });
}

/** Orders by the primary key, so that pages neither overlap nor miss rows. */
function orderOf(name: string): SQL {
  const table = Object.values<unknown>(schema).find(
    (each): each is PgTable => is(each, PgTable) && getTableName(each) === name,
  );
  if (!table) throw new Error(`No table ${name}.`);
  const { columns, primaryKeys } = getTableConfig(table);
  const keys = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)];
  return sql.join(
    keys.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
}
