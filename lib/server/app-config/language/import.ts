import "server-only";
import { sql } from "drizzle-orm";
import { KEY_NAME } from "@/lib/contract/app-config.values";
import type { ImportPreview } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { HandlerContext } from "@/lib/server/context";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { refuse } from "@/lib/server/errors";
import { holdLanguage, oneLanguage } from "./list";
import { mismatchOf, problemOf } from "./message";
import { FIRST_VERSION } from "./texts";
import { textChanges } from "./trail";

type Bundle = Record<string, string>;
type Known = { id: string; key: string; source: string | null; text: string | null };
type Row = ImportPreview["new"][number] & { id: string | null };
type Sorted = { new: Row[]; changed: Row[]; broken: Row[]; same: number };

/** What each text of a file would do. @throws 404 for the language */
async function sortOut(db: Queryable, code: string, texts: Bundle): Promise<Sorted> {
  await oneLanguage(db, code);
  const { rows } = await db.execute<Known>(sql`
    select k.id, k.key, s.text as source, t.text from language_keys k
    left join language_texts s on s.key_id = k.id and s.code = ${SOURCE_LANGUAGE}
    left join language_texts t on t.key_id = k.id and t.code = ${code}
    where k.key = any(${sql.param(Object.keys(texts).filter((key) => KEY_NAME.test(key)))}::text[])`);
  const known = new Map(rows.map((row) => [row.key, row]));
  const sorted: Sorted = { new: [], changed: [], broken: [], same: 0 };
  for (const [key, becomes] of Object.entries(texts)) {
    const found = known.get(key);
    const is = found?.text ?? "";
    const row = { id: found?.id ?? null, key, is, becomes, problem: found ? problemIn(code, found, becomes) : UNKNOWN };
    if (row.problem) sorted.broken.push(row);
    // What a file leaves empty is not translated yet.
    else if (is === becomes || becomes.trim() === "") sorted.same++;
    else if (is === "") sorted.new.push(row);
    else sorted.changed.push(row);
  }
  return sorted;
}

const UNKNOWN = "There is no such key. Add it first.";
function problemIn(code: string, { source }: Known, text: string): string | null {
  if (text.includes("\0") || !text.isWellFormed()) return "This text holds characters that cannot be stored.";
  if (!text.trim()) return null;
  return code === SOURCE_LANGUAGE ? problemOf(text) : mismatchOf(source ?? "", text);
}

const shown = ({ new: added, changed, broken, same }: Sorted): ImportPreview => {
  const of = (rows: readonly Row[]) => rows.map(({ id: _id, ...row }) => row);
  return { new: of(added), changed: of(changed), broken: of(broken), same };
};

/** What a file of texts would add, change and break. Changes nothing. */
export const previewImport = async (db: Queryable, { code, texts }: { code: string; texts: Bundle }) =>
  shown(await sortOut(db, code, texts));

/** Takes over what is new and what changed, in one transaction; what is broken is left out. */
export async function importTexts(
  { db, admin, audit }: HandlerContext,
  { code, texts }: { code: string; texts: Bundle },
) {
  const tx = db as Transaction;
  await holdLanguage(tx, code);
  // Nobody else changes a key or its English meanwhile.
  await tx.execute(sql`lock table language_keys in share row exclusive mode`);
  const sorted = await sortOut(tx, code, texts);
  const rows = [...sorted.new, ...sorted.changed];
  if (!rows.length && !sorted.broken.length && !sorted.same) throw refuse.badInput("The file has no texts.");
  const ids = sql.param(rows.map(({ id }) => id));
  if (code === SOURCE_LANGUAGE)
    await tx.execute(sql`update language_keys set source_version = source_version + 1 where id = any(${ids}::uuid[])`);
  await tx.execute(sql`
    insert into language_texts as t (key_id, code, text, source_version, updated_by, version)
    select k.id, ${code}, n.text, k.source_version, ${admin.id}::uuid, ${FIRST_VERSION}
    from unnest(${ids}::uuid[], ${sql.param(rows.map(({ becomes }) => becomes))}::text[]) as n(id, text)
    join language_keys k on k.id = n.id
    on conflict (key_id, code) do update set text = excluded.text, source_version = excluded.source_version,
      updated_by = excluded.updated_by, updated_at = now(), version = t.version + 1`);
  const { before, after } = textChanges(
    code,
    rows.map(({ key, is, becomes }) => ({ key, before: is || null, after: becomes })),
  );
  audit({
    record: { type: "language", id: code, name: (await oneLanguage(tx, code)).name },
    before,
    after: { ...after, new: sorted.new.length, changed: sorted.changed.length, left_out: sorted.broken.length },
  });
  return shown(sorted);
}
