import "server-only";
import { sql } from "drizzle-orm";
import { TEXT_KEY_PATTERN } from "@/lib/contract/app-config.values";
import type { TranslationImportPreview } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { formatRefusalCounts } from "@/lib/server/audit/refused-records";
import { createEventLoopYielder } from "@/lib/server/base/yield-to-event-loop";
import type { Queryable } from "@/lib/server/db/client";
import { languageRecordRef } from "./change-languages";
import { placeholderMismatchOf, textSyntaxProblemOf } from "./check-message";
import { languageByCode, lockLanguage } from "./list-languages";
import { textChanges } from "./text-changes";
import { writeTexts } from "./write-texts";

type TextsByKey = Record<string, string>;
type ExistingText = { id: string; key: string; source: string | null; text: string | null; version: number };
type ImportRow = TranslationImportPreview["new"][number] & { id: string };
type ClassifiedTexts = { new: ImportRow[]; changed: ImportRow[]; broken: ImportRow[]; same: number };

const validKeysOf = (texts: TextsByKey) => sql.param(Object.keys(texts).filter((key) => TEXT_KEY_PATTERN.test(key)));

/** Classifies the texts of a file by their effect. @param seen versions of the existing texts in the preview, by key */
async function classifyTexts(
  db: Queryable,
  code: string,
  texts: TextsByKey,
  seen?: ReadonlyMap<string, number>,
): Promise<ClassifiedTexts> {
  const { rows } = await db.execute<ExistingText>(sql`
    select k.id, k.key, s.text as source, t.text, coalesce(t.version, 0) as version from language_keys k
    left join language_texts s on s.key_id = k.id and s.code = ${SOURCE_LANGUAGE}
    left join language_texts t on t.key_id = k.id and t.code = ${code}
    where k.key = any(${validKeysOf(texts)}::text[])`);
  const existingByKey = new Map(rows.map((row) => [row.key, row]));
  const classified: ClassifiedTexts = { new: [], changed: [], broken: [], same: 0 };
  const yieldIfDue = createEventLoopYielder();
  for (const [key, becomes] of Object.entries(texts)) {
    await yieldIfDue();
    const found = existingByKey.get(key);
    const is = found?.text ?? "";
    const version = found?.version ?? 0;
    const problem = found ? problemOfText(code, found, becomes) : NO_SUCH_KEY;
    const row = { id: found?.id ?? "", key, is, becomes, problem, version };
    if (row.problem) classified.broken.push(row);
    // Empty texts in a file are untranslated and therefore ignored.
    else if (is === becomes || becomes.trim() === "") classified.same++;
    else if (seen && (seen.get(key) ?? 0) !== version) classified.broken.push({ ...row, problem: CHANGED_MESSAGE });
    else if (is === "") classified.new.push(row);
    else classified.changed.push(row);
  }
  return classified;
}

const CHANGED_MESSAGE = "Another admin changed this text after the preview.";
const NO_SUCH_KEY = "There is no such key. Add it first.";
function problemOfText(code: string, { source }: ExistingText, text: string): string | null {
  if (text.includes("\0") || !text.isWellFormed()) return "This text contains characters that can't be stored.";
  if (!text.trim()) return null;
  return code === SOURCE_LANGUAGE ? textSyntaxProblemOf(text) : placeholderMismatchOf(source ?? "", text);
}

const toImportPreview = ({ new: added, changed, broken, same }: ClassifiedTexts): TranslationImportPreview => {
  const withoutIds = (rows: readonly ImportRow[]) => rows.map(({ id: _id, ...row }) => row);
  return { new: withoutIds(added), changed: withoutIds(changed), broken: withoutIds(broken), same };
};

/** Returns what importing a file of texts would add, change and refuse. Writes nothing. */
export async function previewTextImport(db: Queryable, { code, texts }: { code: string; texts: TextsByKey }) {
  await languageByCode(db, code);
  return toImportPreview(await classifyTexts(db, code, texts));
}

/** Imports texts in one transaction. Skips invalid texts, and those that were changed after the preview. @throws 404 */
export async function importTexts(
  { tx, admin, audit }: WriteContext,
  { code, texts, versions }: { code: string; texts: TextsByKey; versions: Record<string, number> },
) {
  const language = await lockLanguage(tx, code);
  // Locks the keys, which also protects their texts. Same order as saving in the grid, to prevent deadlocks.
  await tx.execute(
    sql`select 1 from language_keys where key = any(${validKeysOf(texts)}::text[]) order by id for no key update`,
  );
  const classified = await classifyTexts(tx, code, texts, new Map(Object.entries(versions)));
  const rows = [...classified.new, ...classified.changed];
  if (!rows.length && !classified.broken.length && !classified.same) throw refuse.badInput("The file has no texts.");
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
  const record = languageRecordRef(language);
  const { broken } = classified;
  // Writes one audit row for all texts, because a file can have 20,000.
  if (broken.length)
    audit({ record, refusal: `Left out: ${formatRefusalCounts(broken.map(({ problem }) => problem ?? NO_SUCH_KEY))}` });
  if (rows.length || !broken.length)
    audit({
      record,
      before,
      after: { ...after, new: classified.new.length, changed: classified.changed.length, left_out: broken.length },
    });
  return toImportPreview(classified);
}
