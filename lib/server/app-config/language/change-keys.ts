import "server-only";
import { and, eq, ne } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { TEXT_KEYS_MAX } from "@/lib/contract/app-config.values";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { languageKeys, languageTexts } from "@/lib/server/db/schema/languages";
import { lockExpectedVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { textSyntaxProblemOf } from "./check-message";
import { gridRowOfTextKey } from "./rows";

/** Returns the reference to a text key for audit rows. */
export const textKeyRecordRef = ({ id, key }: { id: string; key: string }) => ({
  type: "language_key" as const,
  id,
  name: key,
});

const nameTaken = (key: string) => refuse.conflict(`There is a key called ${key} already. Choose another name.`);

/** Creates a text key. @throws 400 for an invalid English text; 409 for a taken name or too many keys */
export async function createTextKey(
  { tx, admin, audit }: WriteContext,
  { key, source, note }: { key: string; source: string; note: string },
) {
  const problem = textSyntaxProblemOf(source);
  if (problem) throw refuse.badInput(problem, { source: problem });
  if ((await tx.$count(languageKeys)) >= TEXT_KEYS_MAX)
    throw refuse.conflict(`There are ${TEXT_KEYS_MAX.toLocaleString("en")} keys already. Delete unused ones first.`);
  const [created] = await tx.insert(languageKeys).values({ id: uuid(), key, note }).onConflictDoNothing().returning();
  if (!created) throw nameTaken(key);
  await tx
    .insert(languageTexts)
    .values({ keyId: created.id, code: SOURCE_LANGUAGE, text: source, sourceVersion: 1, updatedBy: admin.id });
  audit({ record: textKeyRecordRef(created), after: { key, english: source, note } });
  return gridRowOfTextKey(tx, created.id);
}

/** Changes a text key's name and note. @throws 404; 409 for a taken name, or with the current key if it has changed */
export async function updateTextKey(
  { tx, audit }: WriteContext,
  input: { keyId: string; version: number; key: string; note: string },
) {
  const before = await lockKey(tx, input);
  const [sameName] = await tx
    .select({ id: languageKeys.id })
    .from(languageKeys)
    .where(and(eq(languageKeys.key, input.key), ne(languageKeys.id, before.id)));
  if (sameName) throw nameTaken(input.key);
  const { key, note } = input;
  await updateVersionedRecord(tx, languageKeys, before.id, { key, note });
  audit({
    record: textKeyRecordRef({ id: before.id, key }),
    before: { key: before.key, note: before.note },
    after: { key, note },
  });
  return gridRowOfTextKey(tx, before.id);
}

/** Deletes a text key. @throws 404; 409 while the app uses it, or with the current key if it has changed */
export async function deleteTextKey({ tx, audit }: WriteContext, input: { keyId: string; version: number }) {
  const before = await lockKey(tx, input);
  if (before.used)
    throw refuse.conflict(
      `The app uses ${before.key}, so it can't be deleted. It can once a release of the app does without it.`,
      await gridRowOfTextKey(tx, before.id),
    );
  const texts = await tx.select().from(languageTexts).where(eq(languageTexts.keyId, before.id));
  await tx.delete(languageKeys).where(eq(languageKeys.id, before.id));
  audit({
    record: textKeyRecordRef(before),
    before: { key: before.key, ...Object.fromEntries(texts.map(({ code, text }) => [code, text])) },
  });
  return { id: before.id };
}

/** Locks a text key if it still has the version that the caller saw. @throws 404; 409 with the current row if it has changed */
const lockKey = (tx: Transaction, { keyId: id, version }: { keyId: string; version: number }) =>
  lockExpectedVersion(tx, languageKeys, { id, version }, { noun: "key", current: () => gridRowOfTextKey(tx, id) });
