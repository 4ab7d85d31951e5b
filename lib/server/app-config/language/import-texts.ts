import "server-only";
import { sql } from "drizzle-orm";
import { KEY_NAME } from "@/lib/contract/app-config.values";
import type { ImportPreview } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { inNumbers } from "@/lib/server/audit/refused";
import { createEventLoopYielder } from "@/lib/server/base/yield-to-event-loop";
import type { Queryable } from "@/lib/server/db/client";
import { languageRecord } from "./change-languages";
import { mismatchOf, problemOf } from "./check-message";
import { knownLanguage, lockLanguage } from "./list-languages";
import { textChanges } from "./text-trail";
import { writeTexts } from "./write-texts";

type Bundle = Record<string, string>;
type Known = { id: string; key: string; source: string | null; text: string | null; version: number };
type Row = ImportPreview["new"][number] & { id: string };
type Sorted = { new: Row[]; changed: Row[]; broken: Row[]; same: number };

const namesOf = (texts: Bundle) => sql.param(Object.keys(texts).filter((key) => KEY_NAME.test(key)));

/** Sorts the texts of a file by effect. @param seen by key, the version of the existing text in the preview */
async function classifyTexts(
  db: Queryable,
  code: string,
  texts: Bundle,
  seen?: ReadonlyMap<string, number>,
): Promise<Sorted> {
  const { rows } = await db.execute<Known>(sql`
    select k.id, k.key, s.text as source, t.text, coalesce(t.version, 0) as version from language_keys k
    left join language_texts s on s.key_id = k.id and s.code = ${SOURCE_LANGUAGE}
    left join language_texts t on t.key_id = k.id and t.code = ${code}
    where k.key = any(${namesOf(texts)}::text[])`);
  const known = new Map(rows.map((row) => [row.key, row]));
  const sorted: Sorted = { new: [], changed: [], broken: [], same: 0 };
  const yieldIfDue = createEventLoopYielder();
  for (const [key, becomes] of Object.entries(texts)) {
    await yieldIfDue();
    const found = known.get(key);
    const is = found?.text ?? "";
    const version = found?.version ?? 0;
    const problem = found ? problemIn(code, found, becomes) : UNKNOWN;
    const row = { id: found?.id ?? "", key, is, becomes, problem, version };
    if (row.problem) sorted.broken.push(row);
    // Empty texts in a file are not translated yet.
    else if (is === becomes || becomes.trim() === "") sorted.same++;
    else if (seen && (seen.get(key) ?? 0) !== version) sorted.broken.push({ ...row, problem: CHANGED });
    else if (is === "") sorted.new.push(row);
    else sorted.changed.push(row);
  }
  return sorted;
}

const CHANGED = "Another admin changed this text after the preview.";
const UNKNOWN = "There is no such key. Add it first.";
function problemIn(code: string, { source }: Known, text: string): string | null {
  if (text.includes("\0") || !text.isWellFormed()) return "This text contains characters that can't be stored.";
  if (!text.trim()) return null;
  return code === SOURCE_LANGUAGE ? problemOf(text) : mismatchOf(source ?? "", text);
}

const shown = ({ new: added, changed, broken, same }: Sorted): ImportPreview => {
  const of = (rows: readonly Row[]) => rows.map(({ id: _id, ...row }) => row);
  return { new: of(added), changed: of(changed), broken: of(broken), same };
};

/** Returns what a file of texts would add, change and break. Changes nothing. */
export async function previewImport(db: Queryable, { code, texts }: { code: string; texts: Bundle }) {
  await knownLanguage(db, code);
  return shown(await classifyTexts(db, code, texts));
}

/**
 * Imports new and changed texts in one transaction. Skips broken texts, and texts that another admin changed after the preview.
 * @throws 404 for the language
 */
export async function importTexts(
  { tx, admin, audit }: WriteContext,
  { code, texts, versions }: { code: string; texts: Bundle; versions: Record<string, number> },
) {
  const language = await lockLanguage(tx, code);
  // Locking a key also protects its texts. Same order as saving in the grid, to prevent deadlocks.
  await tx.execute(
    sql`select 1 from language_keys where key = any(${namesOf(texts)}::text[]) order by id for no key update`,
  );
  const sorted = await classifyTexts(tx, code, texts, new Map(Object.entries(versions)));
  const rows = [...sorted.new, ...sorted.changed];
  if (!rows.length && !sorted.broken.length && !sorted.same) throw refuse.badInput("The file has no texts.");
  await writeTexts(
    tx,
    code,
    rows.map(({ id, becomes, version }) => ({ id, text: becomes, version })),
    admin.id,
  );
  const { before, after } = textChanges(
    code,
    rows.map(({ key, is, becomes }) => ({ key, before: is || null, after: becomes })),
  );
  const record = languageRecord(language);
  const { broken } = sorted;
  // One audit row for all, because a file can have 20,000 texts.
  if (broken.length)
    audit({ record, refusal: `Left out: ${inNumbers(broken.map(({ problem }) => problem ?? UNKNOWN))}` });
  if (rows.length || !broken.length)
    audit({
      record,
      before,
      after: { ...after, new: sorted.new.length, changed: sorted.changed.length, left_out: broken.length },
    });
  return shown(sorted);
}
