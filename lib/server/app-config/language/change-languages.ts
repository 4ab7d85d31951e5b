import "server-only";
import { eq, sql } from "drizzle-orm";
import { LANGUAGES_MAX } from "@/lib/contract/app-config.values";
import type { Language } from "@/lib/contract/app-config-languages";
import { type ContentEntryKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { languages, languageTexts } from "@/lib/server/db/schema/languages";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { languageWithCounts } from "./list-languages";

type LanguageFields = { code: string; name: string; direction: Language["direction"] };

/** Returns the reference to a language for audit rows. */
export const languageRecordRef = ({ code, name }: { code: string; name: string }) => ({
  type: "language" as const,
  id: code,
  name,
});

/** Locks all languages, because the maximum number and the order concern all of them. */
const lockAllLanguages = (tx: Transaction) => tx.select().from(languages).orderBy(languages.position).for("update");

/** Adds a language. @throws 409 for an existing code or too many languages */
export async function createLanguage({ tx, audit }: WriteContext, input: LanguageFields) {
  const all = await lockAllLanguages(tx);
  const duplicate = all.find(({ code }) => code.toLowerCase() === input.code.toLowerCase());
  if (duplicate) throw refuse.conflict(`There is a language with this code already: ${duplicate.name}.`);
  if (all.length >= LANGUAGES_MAX) throw refuse.conflict(`The app has at most ${LANGUAGES_MAX} languages.`);
  const position = Math.max(...all.map((each) => each.position)) + 1;
  await tx.insert(languages).values({ ...input, name: input.name.trim(), position });
  audit({ record: languageRecordRef(input), after: { ...input } });
  return languageWithCounts(tx, input.code);
}

/** Changes a language. @throws 404; 409 with the current language if it has changed */
export async function updateLanguage({ tx, audit }: WriteContext, input: LanguageFields & { version: number }) {
  const before = await lockLanguageVersion(tx, input);
  const { name, direction } = input;
  await tx
    .update(languages)
    .set({ name: name.trim(), direction, version: sql`${languages.version} + 1` })
    .where(eq(languages.code, before.code));
  audit({
    record: languageRecordRef(input),
    before: { name: before.name, direction: before.direction },
    after: { name: name.trim(), direction },
  });
  return languageWithCounts(tx, before.code);
}

/** Deletes a language. @throws 404; 409 for the source language, for one in use, or if it has changed */
export async function deleteLanguage({ tx, audit }: WriteContext, input: { code: string; version: number }) {
  const before = await lockLanguageVersion(tx, input);
  if (before.code === SOURCE_LANGUAGE)
    throw refuse.conflict(
      "English stays: the other languages fall back to it.",
      await languageWithCounts(tx, before.code),
    );
  const use = await describeUsage(tx, before);
  if (use) throw refuse.conflict(`${before.name} can't be deleted: ${use}`, await languageWithCounts(tx, before.code));
  await tx.delete(languages).where(eq(languages.code, before.code));
  audit({ record: languageRecordRef(before), before: { name: before.name, direction: before.direction } });
  return { code: before.code };
}

const CONTENT_ENTRY_NOUNS: Record<ContentEntryKind, string> = {
  announcements: "an announcement",
  slides: "a slide",
  culture: "an article",
  faq: "a question of the FAQ",
  terms: "a draft of the terms",
  privacy: "a draft of the privacy policy",
};

/** Describes where a language is used, and how to remove it there. @returns null if it is not used */
async function describeUsage(tx: Transaction, { code, name }: { code: string; name: string }): Promise<string | null> {
  const texts = await tx.$count(languageTexts, eq(languageTexts.code, code));
  if (texts) return `the grid has texts in it (${texts}). Empty them first.`;
  const { rows } = await tx.execute<{ kind: ContentEntryKind }>(
    sql`select kind from entries where draft->'texts' ? ${code} limit 1`,
  );
  const [usingEntry] = rows;
  return usingEntry ? `${CONTENT_ENTRY_NOUNS[usingEntry.kind]} is written in it. Remove ${name} there first.` : null;
}

async function lockLanguageVersion(tx: Transaction, { code, version }: { code: string; version: number }) {
  const found = (await lockAllLanguages(tx)).find((each) => each.code === code);
  if (!found) throw refuse.notFound("language");
  await rejectStaleVersion("language", found, version, () => languageWithCounts(tx, code));
  return found;
}
