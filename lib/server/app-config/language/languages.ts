import "server-only";
import { eq, sql } from "drizzle-orm";
import { LANGUAGES_MAX } from "@/lib/contract/app-config.values";
import type { Language } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { languages, languageTexts } from "@/lib/server/db/schema/languages";
import { refuse } from "@/lib/server/errors";
import { oneLanguage } from "./list";

type Fields = { code: string; name: string; direction: Language["direction"] };

const languageRecord = ({ code, name }: { code: string; name: string }) => ({ type: "language", id: code, name });

/** All of them, held: their number and their order are of all. */
const hold = (tx: Transaction) => tx.select().from(languages).orderBy(languages.position).for("update");

/** @throws 409 for a code that is there, or too many */
export async function createLanguage({ db, audit }: HandlerContext, input: Fields) {
  const tx = db as Transaction;
  const all = await hold(tx);
  const same = all.find(({ code }) => code.toLowerCase() === input.code.toLowerCase());
  if (same) throw refuse.conflict(`There is a language with this code already: ${same.name}.`);
  if (all.length >= LANGUAGES_MAX) throw refuse.conflict(`The app has at most ${LANGUAGES_MAX} languages.`);
  const position = Math.max(...all.map((each) => each.position)) + 1;
  await tx.insert(languages).values({ ...input, name: input.name.trim(), position });
  audit({ record: languageRecord(input), after: { ...input } });
  return oneLanguage(tx, input.code);
}

/** @throws 404; 409 with the fresh record when it changed since */
export async function updateLanguage({ db, audit }: HandlerContext, input: Fields & { version: number }) {
  const tx = db as Transaction;
  const before = await current(tx, input);
  const { name, direction } = input;
  await tx
    .update(languages)
    .set({ name: name.trim(), direction, version: sql`${languages.version} + 1` })
    .where(eq(languages.code, before.code));
  audit({
    record: languageRecord(input),
    before: { name: before.name, direction: before.direction },
    after: { name: name.trim(), direction },
  });
  return oneLanguage(tx, before.code);
}

/** @throws 404; 409 for the source language, for one with texts, or when it changed since */
export async function deleteLanguage({ db, audit }: HandlerContext, input: { code: string; version: number }) {
  const tx = db as Transaction;
  const before = await current(tx, input);
  if (before.code === SOURCE_LANGUAGE)
    throw refuse.conflict("English stays: the other languages fall back to it.", await oneLanguage(tx, before.code));
  const texts = await tx.$count(languageTexts, eq(languageTexts.code, before.code));
  const used = await usedByEntries(tx, before.code);
  if (texts || used)
    throw refuse.conflict(
      `${before.name} has texts, so it can't be deleted. Empty them first.`,
      await oneLanguage(tx, before.code),
    );
  await tx.delete(languages).where(eq(languages.code, before.code));
  audit({ record: languageRecord(before), before: { name: before.name, direction: before.direction } });
  return { code: before.code };
}

async function usedByEntries(tx: Transaction, code: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from entries where draft->'texts' ? ${code} limit 1`);
  return rows.length > 0;
}

async function current(tx: Transaction, { code, version }: { code: string; version: number }) {
  const found = (await hold(tx)).find((each) => each.code === code);
  if (!found) throw refuse.notFound("language");
  if (found.version !== version)
    throw refuse.conflict(
      "This language has changed since you opened it. Review the latest version and save again.",
      await oneLanguage(tx, code),
    );
  return found;
}
