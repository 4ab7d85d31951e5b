import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { SavedTranslationResult } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { refusalAuditEntries } from "@/lib/server/audit/refused-records";
import { createEventLoopYielder } from "@/lib/server/base/yield-to-event-loop";
import type { Transaction } from "@/lib/server/db/client";
import { languageKeys, languageTexts } from "@/lib/server/db/schema/languages";
import { textKeyRecordRef } from "./change-keys";
import { languageRecordRef } from "./change-languages";
import { placeholderMismatchOf, textSyntaxProblemOf } from "./check-message";
import { lockLanguage } from "./list-languages";
import { gridRowOfTextKey, translationGridRows } from "./rows";
import { textChanges } from "./text-changes";

type TypedText = { keyId: string; text: string; version: number };
type LanguageKey = typeof languageKeys.$inferSelect;
type LanguageText = typeof languageTexts.$inferSelect;
/** A locked key with its English text and the text to be changed. */
type LockedKey = { key: LanguageKey; source: string; before: LanguageText | undefined };

async function lockKeys(tx: Transaction, code: string, ids: readonly string[]): Promise<Map<string, LockedKey>> {
  const keys = await tx
    .select()
    .from(languageKeys)
    .where(inArray(languageKeys.id, [...ids]))
    .orderBy(asc(languageKeys.id))
    .for("no key update");
  const texts = await tx
    .select()
    .from(languageTexts)
    .where(and(inArray(languageTexts.keyId, [...ids]), inArray(languageTexts.code, [SOURCE_LANGUAGE, code])));
  const cells = new Map(texts.map((text) => [`${text.keyId} ${text.code}`, text]));
  return new Map(
    keys.map((key) => [
      key.id,
      { key, source: cells.get(`${key.id} ${SOURCE_LANGUAGE}`)?.text ?? "", before: cells.get(`${key.id} ${code}`) },
    ]),
  );
}

/** Checks a text. @returns null if it may be saved, else an error message */
function whyTextNotSavable(code: string, { source }: LockedKey, text: string): string | null {
  if (code === SOURCE_LANGUAGE) {
    if (!text.trim()) return "The English text can't be empty: the other languages fall back to it.";
    return textSyntaxProblemOf(text);
  }
  return text.trim() ? placeholderMismatchOf(source, text) : null;
}

/** A text to save for a key. `version`: version of the existing text, or 0 if there is none. */
type TextToWrite = { id: string; text: string; version: number };

/** Writes texts of locked keys. A new English text outdates its translations. @throws 409 for an outdated version */
export async function writeTexts(
  tx: Transaction,
  code: string,
  texts: readonly TextToWrite[],
  adminId: string,
): Promise<void> {
  if (texts.length === 0) return;
  const ids = sql.param(texts.map(({ id }) => id));
  const words = sql.param(texts.map(({ text }) => text));
  const versions = sql.param(texts.map(({ version }) => version));
  if (code === SOURCE_LANGUAGE)
    await tx.execute(sql`update language_keys set source_version = source_version + 1 where id = any(${ids}::uuid[])`);
  // Versions start at a random number, so that a new text does not reuse the version of a deleted one.
  const written = await tx.execute(sql`
    insert into language_texts as t (key_id, code, text, source_version, updated_by, version)
    select k.id, ${code}, n.text, k.source_version, ${adminId}::uuid,
      case n.version when 0 then 1 + floor(random() * 1e9)::int else n.version + 1 end
    from unnest(${ids}::uuid[], ${words}::text[], ${versions}::int[]) as n(id, text, version)
    join language_keys k on k.id = n.id
    on conflict (key_id, code) do update set text = excluded.text, source_version = excluded.source_version,
      updated_by = excluded.updated_by, updated_at = now(), version = excluded.version
      where t.version = excluded.version - 1`);
  if (written.rowCount !== texts.length) throw refuse.conflict(CONFLICT);
}

/** Saves valid texts; "" removes a translation. Skips unchanged English, which would make its translations outdated. */
async function saveValidTexts(
  tx: Transaction,
  code: string,
  typed: readonly (LockedKey & { text: string })[],
  adminId: string,
): Promise<void> {
  const isSource = code === SOURCE_LANGUAGE;
  const isEmpty = (text: string) => !isSource && !text.trim();
  const emptied = typed.filter(({ before, text }) => before && isEmpty(text)).map(({ key }) => key.id);
  if (emptied.length)
    await tx.delete(languageTexts).where(and(inArray(languageTexts.keyId, emptied), eq(languageTexts.code, code)));
  const written = typed
    .filter(({ before, text }) => !isEmpty(text) && !(isSource && before?.text === text))
    .map(({ key, before, text }) => ({ id: key.id, text, version: before?.version ?? 0 }));
  await writeTexts(tx, code, written, adminId);
}

const CONFLICT = "Another admin changed this text. Compare both and save again.";

/** Saves one cell of the translation grid; "" removes a translation. @throws 404; 400 invalid text; 409 with the current row if changed */
export async function saveText({ tx, admin, audit }: WriteContext, input: TypedText & { code: string }) {
  await lockLanguage(tx, input.code);
  const locked = (await lockKeys(tx, input.code, [input.keyId])).get(input.keyId);
  if (!locked) throw refuse.notFound("key");
  if ((locked.before?.version ?? 0) !== input.version)
    throw refuse.conflict(CONFLICT, await gridRowOfTextKey(tx, input.keyId));
  const problem = whyTextNotSavable(input.code, locked, input.text);
  if (problem) throw refuse.badInput(problem, { text: problem });
  await saveValidTexts(tx, input.code, [{ ...locked, text: input.text }], admin.id);
  audit({
    record: textKeyRecordRef(locked.key),
    before: { [input.code]: locked.before?.text ?? null },
    after: { [input.code]: input.text.trim() ? input.text : null },
  });
  return gridRowOfTextKey(tx, input.keyId);
}

/** Checks one of many texts. @param firstProblem error of an earlier text for the same cell @returns an error, or null */
function problemOfRow(
  code: string,
  found: LockedKey | undefined,
  { text, version }: TypedText,
  firstProblem: string | null | undefined,
): string | null {
  if (!found) return "This key does not exist any more.";
  if (firstProblem !== undefined)
    return firstProblem === null ? "Duplicate: only the first was saved." : "Duplicate of a text that was not saved.";
  return (found.before?.version ?? 0) === version ? whyTextNotSavable(code, found, text) : CONFLICT;
}

/** Saves texts of one language, such as a pasted column. Returns and audits refused texts. @throws 404 */
export async function saveTexts(
  { tx, admin, audit }: WriteContext,
  { code, texts }: { code: string; texts: readonly TypedText[] },
) {
  const language = await lockLanguage(tx, code);
  const locked = await lockKeys(
    tx,
    code,
    texts.map(({ keyId }) => keyId),
  );
  const firstProblem = new Map<string, string | null>();
  const problems: (string | null)[] = [];
  const validTexts: (LockedKey & { text: string })[] = [];
  const yieldIfDue = createEventLoopYielder();
  for (const typed of texts) {
    await yieldIfDue();
    const found = locked.get(typed.keyId);
    const problem = problemOfRow(code, found, typed, firstProblem.get(typed.keyId));
    if (found && !problem) validTexts.push({ ...found, text: typed.text });
    if (!firstProblem.has(typed.keyId)) firstProblem.set(typed.keyId, problem);
    problems.push(problem);
  }
  await saveValidTexts(tx, code, validTexts, admin.id);
  const ids = sql.param([...locked.keys()]);
  const freshRows = new Map(
    (await translationGridRows(tx, sql`k.id = any(${ids}::uuid[])`, { offset: 0, limit: texts.length })).map((row) => [
      row.id,
      row,
    ]),
  );
  const changes = validTexts.map(({ key, before, text }) => ({
    key: key.key,
    before: before?.text ?? null,
    after: text.trim() ? text : null,
  }));
  const refused = texts.flatMap(({ keyId }, index) => {
    const refusal = problems[index];
    if (!refusal) return [];
    const key = locked.get(keyId)?.key ?? { id: keyId, key: "Unknown key" };
    return [{ record: textKeyRecordRef({ ...key, key: `${key.key} (${code})` }), refusal }];
  });
  for (const row of refusalAuditEntries(refused, languageRecordRef(language))) audit(row);
  if (changes.length) audit({ record: languageRecordRef(language), ...textChanges(code, changes) });
  const results = texts.map(({ keyId }, index): SavedTranslationResult => {
    const problem = problems[index] ?? null;
    return {
      keyId,
      done: problem === null,
      message: problem ?? "Saved.",
      cell: freshRows.get(keyId)?.texts[code] ?? null,
    };
  });
  return { results };
}
