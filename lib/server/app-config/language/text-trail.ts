import "server-only";

/** `null` if there was, or is, no text. */
type Change = { key: string; before: string | null; after: string | null };
type Said = Record<string, string | number | null>;

/** Limits that keep an audit row readable: number of texts, and characters of each. */
const MAX_TEXTS = 100;
const MAX_CHARACTERS = 300;

const cut = (text: string | null) => (text === null ? null : text.slice(0, MAX_CHARACTERS));

/** Returns changes of texts for an audit row: `key (code)` with the text before and after, and how many are omitted. */
export function textChanges(code: string, changes: readonly Change[]): { before: Said; after: Said } {
  const named = changes.slice(0, MAX_TEXTS);
  const of = (which: "before" | "after") =>
    Object.fromEntries(named.map((change) => [`${change.key} (${code})`, cut(change[which])]));
  const more = changes.length - named.length;
  return {
    before: of("before"),
    after: { ...of("after"), texts: changes.length, ...(more > 0 && { not_named: more }) },
  };
}
