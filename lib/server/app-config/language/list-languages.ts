import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Language, languageCalls } from "@/lib/contract/app-config-languages";
import type { InputOf } from "@/lib/contract/common";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { languages } from "@/lib/server/db/schema/languages";
import { likePatternForPrefix } from "@/lib/server/lists/list";
import { toSearchWords } from "@/lib/server/lists/search-terms";
import { translationGridRows } from "./rows";

type TextsInput = InputOf<typeof languageCalls.texts>;

type RawLanguage = Omit<Language, "source">;

/** Lists the app's languages in the admins' order, with the number of translated and outdated texts. */
export async function listLanguages(db: Queryable, code?: string): Promise<Language[]> {
  const { rows } = await db.execute<RawLanguage>(sql`
    select l.code, l.name, l.direction, l.position, l.version,
      (select count(*)::int from language_keys) as keys,
      count(t.key_id)::int as translated,
      count(t.key_id) filter (where l.code <> ${SOURCE_LANGUAGE} and t.source_version < k.source_version)::int as changed
    from languages l left join language_texts t on t.code = l.code left join language_keys k on k.id = t.key_id
    ${code === undefined ? sql`` : sql`where l.code = ${code}`}
    group by l.code order by l.position`);
  return rows.map((row) => ({ ...row, source: row.code === SOURCE_LANGUAGE }));
}

/** Returns a language with the number of its translated and outdated texts. @throws 404 */
export async function languageWithCounts(db: Queryable, code: string): Promise<Language> {
  const [language] = await listLanguages(db, code);
  if (!language) throw refuse.notFound("language");
  return language;
}

type LanguageRow = typeof languages.$inferSelect;

/** Returns a language without the numbers of its texts, which are expensive to count. @throws 404 */
export async function languageByCode(db: Queryable, code: string): Promise<LanguageRow> {
  const [language] = await db.select().from(languages).where(eq(languages.code, code));
  if (!language) throw refuse.notFound("language");
  return language;
}

/** Locks a language until the transaction ends. A concurrent deletion waits and then finds the texts. @throws 404 */
export async function lockLanguage(tx: Transaction, code: string): Promise<LanguageRow> {
  const [language] = await tx.select().from(languages).where(eq(languages.code, code)).for("key share");
  if (!language) throw refuse.notFound("language");
  return language;
}

/** Returns a range of the rows of the translation grid. @throws 404 for an unknown language */
export async function readTranslationGridRows(db: Queryable, { offset, limit, q, filter, language }: TextsInput) {
  if (language !== undefined) await languageByCode(db, language);
  const where = textsFilter({ q, filter, language });
  const [rows, counted] = await Promise.all([
    translationGridRows(db, where, { offset, limit }),
    db.execute<{ count: number }>(sql`select count(*)::int as count from language_keys k where ${where}`),
  ]);
  return { rows, total: counted.rows[0]?.count ?? 0, offset };
}

/** Characters that occur in no word. A search with them, such as `{amount}` or `100%`, matches literally. */
const NON_WORD_CHARACTER = /[^\p{L}\p{M}\p{N}\s'’ʼ.,!?-]/u;

/** Matches parts of a key, or of words in a text: translators search for "nothing_f" or "wallet". */
function searchCondition(typed: string, language = SOURCE_LANGUAGE): SQL {
  const containsWords = (folded: SQL) =>
    sql.join(
      toSearchWords(typed).map((word) => sql`${folded} like ${`%${likePatternForPrefix(word)}`}`),
      sql` and `,
    );
  const codes = sql.param([...new Set([SOURCE_LANGUAGE, language])]);
  const inKey = sql`k.key like ${`%${likePatternForPrefix(typed.toLowerCase())}`}`;
  const inText = (condition: SQL) => sql`exists (select 1 from language_texts t
    where t.key_id = k.id and t.code = any(${codes}::text[]) and ${condition})`;
  if (NON_WORD_CHARACTER.test(typed) || !toSearchWords(typed).length)
    return sql`(${inKey} or ${inText(sql`t.text ilike ${`%${likePatternForPrefix(typed)}`}`)})`;
  return sql`(${inKey} or (${containsWords(sql`fold_words(k.key)`)}) or ${inText(containsWords(sql`t.folded`))})`;
}

function textsFilter({ q, filter, language }: Pick<TextsInput, "q" | "filter" | "language">): SQL {
  const conditions = [sql`true`];
  if (q?.trim()) conditions.push(searchCondition(cleanPastedLine(q), language));
  if (filter === "unused") conditions.push(sql`k.used = false`);
  if (filter === "missing")
    conditions.push(
      language === undefined
        ? sql`(select count(*) from language_texts t where t.key_id = k.id) < (select count(*) from languages)`
        : sql`not exists (select 1 from language_texts t where t.key_id = k.id and t.code = ${language})`,
    );
  if (filter === "changed")
    conditions.push(sql`exists (select 1 from language_texts t where t.key_id = k.id and t.code <> ${SOURCE_LANGUAGE}
      ${language === undefined ? sql`` : sql`and t.code = ${language}`} and t.source_version < k.source_version)`);
  return sql.join(conditions, sql` and `);
}
