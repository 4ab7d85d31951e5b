import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { plainTextOf, type RichText } from "@/lib/contract/rich-text.values";

/** Maximum length in characters of a text in an audit row, which is kept forever. The publication has the full text. */
const MAX_CHARACTERS = 2_000;

type FlatValues = Record<string, string | number | boolean | null>;

/** Number of characters that an audit row shows before the first difference between two long texts. */
const CONTEXT_CHARACTERS = 100;
const FORMATTING_ONLY = "formatting, links or pictures";

/** Returns the fields of a draft under the names used in the audit trail. */
function fieldsOf(draft: AnyDraft): Map<string, unknown> {
  const { texts, ...rest } = draft;
  const fields = new Map<string, unknown>();
  for (const [code, languageFields] of Object.entries(texts))
    for (const [name, value] of Object.entries(languageFields)) fields.set(`${name} (${code})`, value);
  for (const [name, value] of Object.entries(rest)) fields.set(name, value);
  return fields;
}

function auditValueOf(value: unknown): FlatValues[string] {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "object" && "type" in value && value.type === "doc") return plainTextOf(value as RichText);
  return JSON.stringify(value);
}

const cutText = (words: FlatValues[string], from = 0) =>
  typeof words !== "string" ? words : (from ? "…" : "") + words.slice(from, from + MAX_CHARACTERS);

/** Returns two different values, shortened so that the difference is visible. */
function shortenedPair(previous: unknown, next: unknown): [FlatValues[string], FlatValues[string]] {
  const [before, after] = [auditValueOf(previous), auditValueOf(next)];
  if (before === after) return [null, FORMATTING_ONLY];
  if (typeof before !== "string" || typeof after !== "string") return [cutText(before), cutText(after)];
  let samePrefix = 0;
  while (samePrefix < before.length && before[samePrefix] === after[samePrefix]) samePrefix++;
  const from = samePrefix + CONTEXT_CHARACTERS < MAX_CHARACTERS ? 0 : samePrefix - CONTEXT_CHARACTERS;
  return [cutText(before, from), cutText(after, from)];
}

/**
 * Returns the differences between two drafts for the audit trail. If only formatting, links or pictures of a text differ, adds a note
 * instead.
 */
export function draftChanges(before: AnyDraft, after: AnyDraft): { before: FlatValues; after: FlatValues } {
  const [previous, next] = [fieldsOf(before), fieldsOf(after)];
  const changes: { before: FlatValues; after: FlatValues } = { before: {}, after: { step: "draft saved" } };
  for (const name of new Set([...previous.keys(), ...next.keys()])) {
    const [old, now] = [previous.get(name) ?? null, next.get(name) ?? null];
    // Compares deeply, because the database may return the keys of an object in another order.
    if (!isDeepStrictEqual(old, now)) [changes.before[name], changes.after[name]] = shortenedPair(old, now);
  }
  return changes;
}

/** Returns the fields of a new draft for the audit trail, with long texts shortened. */
export const draftAuditFields = (draft: AnyDraft): FlatValues => ({
  step: "draft created",
  ...Object.fromEntries([...fieldsOf(draft)].map(([name, value]) => [name, cutText(auditValueOf(value))])),
});
