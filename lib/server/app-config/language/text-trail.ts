import "server-only";

/** `null`: there was, or is, no text. */
type Change = { key: string; before: string | null; after: string | null };
type Said = Record<string, string | number | null>;

/** A row of the trail stays readable: of very many texts it has the first, and of a long one its beginning. */
const MOST_TEXTS = 100;
const MOST_CHARACTERS = 300;

const cut = (text: string | null) => (text === null ? null : text.slice(0, MOST_CHARACTERS));

/** What became of many texts of one language: `key (code)` → words, as before and after, and how many besides those. */
export function textChanges(code: string, changes: readonly Change[]): { before: Said; after: Said } {
  const named = changes.slice(0, MOST_TEXTS);
  const of = (which: "before" | "after") =>
    Object.fromEntries(named.map((change) => [`${change.key} (${code})`, cut(change[which])]));
  const more = changes.length - named.length;
  return {
    before: of("before"),
    after: { ...of("after"), texts: changes.length, ...(more > 0 && { not_named: more }) },
  };
}
