import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { Draft } from "@/lib/contract/entries-drafts";
import { plainTextOf, type RichText } from "@/lib/contract/rich-text.values";

/** Longest text in an audit row, which is kept forever. The publication has the full text. */
const MAX_CHARACTERS = 2_000;

type Flat = Record<string, string | number | boolean | null>;

/** Number of characters shown before a change late in a long text. */
const BEFORE_A_CHANGE = 100;
const MORE_THAN_WORDS = "formatting, links or pictures";

/** Returns a draft's fields by their names in the audit trail. */
function fieldsOf(draft: Draft): Map<string, unknown> {
  const { texts, ...rest } = draft;
  const fields = new Map<string, unknown>();
  for (const [code, ofLanguage] of Object.entries(texts))
    for (const [name, value] of Object.entries(ofLanguage)) fields.set(`${name} (${code})`, value);
  for (const [name, value] of Object.entries(rest)) fields.set(name, value);
  return fields;
}

function wordsOf(value: unknown): Flat[string] {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "object" && "type" in value && value.type === "doc") return plainTextOf(value as RichText);
  return JSON.stringify(value);
}

const cut = (words: Flat[string], from = 0) =>
  typeof words !== "string" ? words : (from ? "…" : "") + words.slice(from, from + MAX_CHARACTERS);

/** Returns two different values, shortened so that the change is visible in both. */
function written(was: unknown, is: unknown): [Flat[string], Flat[string]] {
  const [before, after] = [wordsOf(was), wordsOf(is)];
  if (before === after) return [null, MORE_THAN_WORDS];
  if (typeof before !== "string" || typeof after !== "string") return [cut(before), cut(after)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = same + BEFORE_A_CHANGE < MAX_CHARACTERS ? 0 : same - BEFORE_A_CHANGE;
  return [cut(before, from), cut(after, from)];
}

/** Returns the differences between two drafts. If only formatting, links or pictures differ, it mentions that. */
export function draftChanges(before: Draft, after: Draft): { before: Flat; after: Flat } {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changes: { before: Flat; after: Flat } = { before: {}, after: { step: "draft saved" } };
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name) ?? null, is.get(name) ?? null];
    // A deep comparison, because the database may return object keys in another order.
    if (!isDeepStrictEqual(old, now)) [changes.before[name], changes.after[name]] = written(old, now);
  }
  return changes;
}

export const draftWords = (draft: Draft): Flat => ({
  step: "draft created",
  ...Object.fromEntries([...fieldsOf(draft)].map(([name, value]) => [name, cut(wordsOf(value))])),
});
