import "server-only";
import type { Draft } from "@/lib/contract/entries-drafts";
import { plainTextOf, type RichText } from "@/lib/contract/rich-text.values";

/** The trail keeps words for good, so of a long text it has the beginning; the publication has all of it. */
const MOST_CHARACTERS = 2_000;

type Flat = Record<string, string | number | boolean | null>;

/** A draft as the audit trail says it: field → words. */
function flat(draft: Draft): Flat {
  const { texts, ...rest } = draft;
  const said: Flat = {};
  for (const [code, fields] of Object.entries(texts))
    for (const [name, value] of Object.entries(fields)) said[`${name} (${code})`] = wordsOf(value);
  for (const [name, value] of Object.entries(rest)) said[name] = wordsOf(value);
  return said;
}

function wordsOf(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return value.slice(0, MOST_CHARACTERS);
  if (typeof value === "object" && "type" in value && value.type === "doc")
    return plainTextOf(value as RichText).slice(0, MOST_CHARACTERS);
  return JSON.stringify(value).slice(0, MOST_CHARACTERS);
}

/** What differs between two drafts, as before and after. Formatting alone is named, since its words are the same. */
export function draftChanges(before: Draft, after: Draft): { before: Flat; after: Flat } {
  const [was, is] = [flat(before), flat(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  const of = (all: Flat) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  return { before: of(was), after: { step: "draft saved", ...of(is) } };
}

export const draftWords = (draft: Draft): Flat => ({ step: "draft created", ...flat(draft) });
