import "server-only";
import { asc, sql } from "drizzle-orm";
import { TEXT_KEY_PATTERN } from "@/lib/contract/app-config.values";
import { LANGUAGE_CODE_PATTERN, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileResponse } from "@/lib/server/api/file-response";
import type { Queryable } from "@/lib/server/db/client";
import { languages } from "@/lib/server/db/schema/languages";
import { languageRecordRef } from "./change-languages";
import { placeholderMismatchOf } from "./check-message";
import { languageByCode } from "./list-languages";

type BundleRow = { key: string; source: string; text: string | null; changed: boolean };

const loadTexts = async (db: Queryable, code: string) =>
  (
    await db.execute<BundleRow>(sql`
      select k.key, s.text as source, t.text, coalesce(t.source_version < k.source_version, false) as changed
      from language_keys k join language_texts s on s.key_id = k.id and s.code = ${SOURCE_LANGUAGE}
      left join language_texts t on t.key_id = k.id and t.code = ${code}
      order by k.key`)
  ).rows;

/** Lists the app's languages in the order that admins chose. */
export async function listPublicLanguages(db: Queryable) {
  const { code, name, direction } = languages;
  return { items: await db.select({ code, name, direction }).from(languages).orderBy(asc(languages.position)) };
}

/** Returns every text of a language, in English if missing or outdated. @param file such as `efi.json` @throws 404 */
export async function readPublicLanguageBundle(db: Queryable, file: string) {
  const code = file.replace(/\.json$/, "");
  if (!LANGUAGE_CODE_PATTERN.test(code)) throw refuse.notFound("language");
  const language = await languageByCode(db, code);
  const texts = (await loadTexts(db, code)).map(({ key, source, text, changed }) => {
    const isUsable = text !== null && !(changed && placeholderMismatchOf(source, text));
    return [key, isUsable ? text : source] as const;
  });
  return { language: code, direction: language.direction, texts: Object.fromEntries(texts) };
}

/** Exports the texts of a language, sorted by key. With `missing`, exports the English texts of untranslated keys instead. @throws 404 */
export async function exportTexts(
  { db, audit }: HandlerContext,
  { code, missing }: { code: string; missing?: boolean },
) {
  const language = await languageByCode(db, code);
  const rows = (await loadTexts(db, code)).filter(({ text }) => (missing ? text === null : text !== null));
  const texts = Object.fromEntries(rows.map(({ key, source, text }) => [key, missing ? source : text]));
  audit({ record: languageRecordRef(language), after: { exported: rows.length } });
  const bytes = Buffer.from(`${JSON.stringify(texts, null, 2)}\n`);
  return fileResponse(`${code}${missing ? "-missing" : ""}.json`, { bytes, contentType: "application/json" });
}

/** Marks the keys that a release of the app uses. @returns those of the used keys that this installation does not have */
export async function reportUsedTextKeys(
  { db, audit }: HandlerContext,
  { release, keys }: { release: string; keys: string[] },
) {
  const uniqueKeys = [...new Set(keys)];
  // Ignores invalid names of keys, some of which the database can't store.
  const used = sql.param(uniqueKeys.filter((key) => TEXT_KEY_PATTERN.test(key)));
  // Locks the keys in the same order as saving texts does, to prevent deadlocks.
  await db.execute(sql`
    with held as (select id from language_keys where used is distinct from (key = any(${used}::text[]))
      order by id for no key update)
    update language_keys k set used = k.key = any(${used}::text[]) from held where k.id = held.id`);
  const { rows } = await db.execute<{ key: string }>(sql`
    select u.key from unnest(${used}::text[]) as u(key) where not exists
      (select 1 from language_keys k where k.key = u.key) order by u.key`);
  const unknown = [...rows.map(({ key }) => key), ...uniqueKeys.filter((key) => !TEXT_KEY_PATTERN.test(key))].sort();
  audit({ record: null, after: { release, keys: keys.length, unknown: unknown.length } });
  return { unknown };
}
