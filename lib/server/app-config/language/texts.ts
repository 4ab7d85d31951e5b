import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { TextResult } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { languageKeys, languageTexts } from "@/lib/server/db/schema/languages";
import { refuse } from "@/lib/server/errors";
import { keyRecord } from "./keys";
import { holdLanguage } from "./list";
import { mismatchOf, problemOf } from "./message";
import { oneRow, textRows } from "./rows";
import { textChanges } from "./trail";

type Typed = { keyId: string; text: string; version: number };
type Key = typeof languageKeys.$inferSelect;
type Text = typeof languageTexts.$inferSelect;
/** A key that is held, with its English and the text that is about to change. */
type Held = { key: Key; source: string; before: Text | undefined };

async function holdKeys(tx: Transaction, code: string, ids: readonly string[]): Promise<Map<string, Held>> {
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
  const of = (id: string, which: string) => texts.find((text) => text.keyId === id && text.code === which);
  return new Map(
    keys.map((key) => [key.id, { key, source: of(key.id, SOURCE_LANGUAGE)?.text ?? "", before: of(key.id, code) }]),
  );
}

/** What speaks against a text. @returns null when it may be saved */
function problemWith(code: string, { source }: Held, text: string): string | null {
  if (code === SOURCE_LANGUAGE) {
    if (!text.trim()) return "The English text can't be empty: the other languages fall back to it.";
    return problemOf(text);
  }
  return text.trim() ? mismatchOf(source, text) : null;
}

/** English that changes makes the others old. @returns whether anything changed */
async function write(
  tx: Transaction,
  code: string,
  { key, before }: Held,
  text: string,
  adminId: string,
): Promise<boolean> {
  if (code !== SOURCE_LANGUAGE && !text.trim()) {
    if (!before) return false;
    await tx.delete(languageTexts).where(and(eq(languageTexts.keyId, key.id), eq(languageTexts.code, code)));
    return true;
  }
  const isSource = code === SOURCE_LANGUAGE;
  if (isSource && before?.text === text) return false;
  const sourceVersion = isSource ? key.sourceVersion + 1 : key.sourceVersion;
  if (isSource) await tx.update(languageKeys).set({ sourceVersion }).where(eq(languageKeys.id, key.id));
  const values = { text, sourceVersion, updatedBy: adminId, updatedAt: sql`now()` };
  await tx
    .insert(languageTexts)
    .values({ keyId: key.id, code, ...values, version: FIRST_VERSION })
    .onConflictDoUpdate({
      target: [languageTexts.keyId, languageTexts.code],
      set: { ...values, version: sql`${languageTexts.version} + 1` },
    });
  return true;
}

/**
 * Where the versions of a cell begin: an emptied one has no row, and must not come to the number again that somebody still
 * holds of the text before.
 */
export const FIRST_VERSION = sql`1 + floor(random() * 1e9)::int`;
const CHANGED = "Somebody else changed this text. Compare both and save again.";

/**
 * Saves one cell; "" removes a translation.
 * @throws 404; 400 where placeholders or plural forms don't match; 409 with the fresh row when it changed since
 */
export async function saveText({ db, admin, audit }: HandlerContext, input: Typed & { code: string }) {
  const tx = db as Transaction;
  await holdLanguage(tx, input.code);
  const held = (await holdKeys(tx, input.code, [input.keyId])).get(input.keyId);
  if (!held) throw refuse.notFound("key");
  if ((held.before?.version ?? 0) !== input.version) throw refuse.conflict(CHANGED, await oneRow(tx, input.keyId));
  const problem = problemWith(input.code, held, input.text);
  if (problem) throw refuse.badInput(problem, { text: problem });
  await write(tx, input.code, held, input.text, admin.id);
  audit({
    record: keyRecord(held.key),
    before: { [input.code]: held.before?.text ?? null },
    after: { [input.code]: input.text.trim() ? input.text : null },
  });
  return oneRow(tx, input.keyId);
}

/** What speaks against one of many texts. @returns null when it may be saved */
function problemOfRow(
  code: string,
  found: Held | undefined,
  { text, version, isAgain }: { text: string; version: number; isAgain: boolean },
): string | null {
  if (!found) return "This key does not exist any more.";
  if (isAgain) return "This cell stands twice in what was sent. Only the first of both was looked at.";
  return (found.before?.version ?? 0) === version ? problemWith(code, found, text) : CHANGED;
}

/** Texts of one language, such as a pasted column: each is saved, or says why not. @throws 404 for the language */
export async function saveTexts(
  { db, admin, audit }: HandlerContext,
  { code, texts }: { code: string; texts: readonly Typed[] },
) {
  const tx = db as Transaction;
  const language = await holdLanguage(tx, code);
  const held = await holdKeys(
    tx,
    code,
    texts.map(({ keyId }) => keyId),
  );
  const seen = new Set<string>();
  const problems: (string | null)[] = [];
  for (const { keyId, text, version } of texts) {
    const found = held.get(keyId);
    const problem = problemOfRow(code, found, { text, version, isAgain: seen.has(keyId) });
    if (found && !problem) await write(tx, code, found, text, admin.id);
    seen.add(keyId);
    problems.push(problem);
  }
  const ids = sql.param([...held.keys()]);
  const fresh = new Map(
    (await textRows(tx, sql`k.id = any(${ids}::uuid[])`, { offset: 0, limit: texts.length })).map((row) => [
      row.id,
      row,
    ]),
  );
  const changes = texts.flatMap(({ keyId, text }, index) => {
    const found = held.get(keyId);
    if (!found || problems[index] !== null) return [];
    return { key: found.key.key, before: found.before?.text ?? null, after: text.trim() ? text : null };
  });
  audit({ record: { type: "language", id: code, name: language.name }, ...textChanges(code, changes) });
  const results = texts.map(({ keyId }, index): TextResult => {
    const problem = problems[index] ?? null;
    return {
      keyId,
      done: problem === null,
      message: problem ?? "Saved.",
      cell: fresh.get(keyId)?.texts[code] ?? null,
    };
  });
  return { results };
}
