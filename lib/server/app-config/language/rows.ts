import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { TranslationCell, TranslationRow } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { Queryable } from "@/lib/server/db/client";
import { placeholdersOf } from "./check-message";

type RawCell = {
  text: string;
  changed: boolean;
  version: number;
  at: string;
  by: string | null;
  name: string | null;
  email: string | null;
};
type RawRow = {
  id: string;
  key: string;
  note: string;
  used: boolean | null;
  version: number;
  texts: Record<string, RawCell> | null;
};

const EMPTY_CELL: TranslationCell = { text: "", state: "missing", version: 0, updated_at: null, updated_by: null };

/** Returns rows of the translation grid, sorted by key. @param where condition on keys `k` */
export async function translationGridRows(
  db: Queryable,
  where: SQL,
  { offset, limit }: { offset: number; limit: number },
): Promise<TranslationRow[]> {
  const codes = await readLanguageCodes(db);
  const { rows } = await db.execute<RawRow>(sql`
    select k.id, k.key, k.note, k.used, k.version, (
      select json_object_agg(t.code, json_build_object('text', t.text,
        'changed', t.code <> ${SOURCE_LANGUAGE} and t.source_version < k.source_version,
        'version', t.version, 'at', t.updated_at, 'by', a.id, 'name', a.first_name || ' ' || a.last_name, 'email', a.email))
      from language_texts t left join admins a on a.id = t.updated_by where t.key_id = k.id) as texts
    from (select * from language_keys k where ${where} order by k.key limit ${limit} offset ${offset}) k
    order by k.key`);
  return rows.map(({ texts, ...row }) => ({
    ...row,
    placeholders: placeholdersOf(texts?.[SOURCE_LANGUAGE]?.text ?? ""),
    texts: Object.fromEntries(codes.map((code) => [code, cellOf(texts?.[code])])),
  }));
}

async function readLanguageCodes(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(sql`select code from languages order by position`);
  return rows.map(({ code }) => code);
}

const cellOf = (cell: RawCell | undefined): TranslationCell =>
  cell
    ? {
        text: cell.text,
        state: cell.changed ? "changed" : "current",
        version: cell.version,
        updated_at: new Date(cell.at).toISOString(),
        updated_by: cell.by && cell.name ? { id: cell.by, name: cell.name, email: cell.email ?? "" } : null,
      }
    : EMPTY_CELL;

/** Returns a key's row of the translation grid. @throws an error if it no longer exists */
export async function gridRowOfTextKey(db: Queryable, keyId: string): Promise<TranslationRow> {
  const [row] = await translationGridRows(db, sql`k.id = ${keyId}::uuid`, { offset: 0, limit: 1 });
  if (!row) throw new Error(`Language key ${keyId} vanished.`);
  return row;
}
