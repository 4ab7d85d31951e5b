import "server-only";

/** A key's text before and after a change; null if there was or is none. */
type TextChange = { key: string; before: string | null; after: string | null };
type AuditTexts = Record<string, string | number | null>;

/** Maximum number of texts in an audit row, to keep the row readable. */
const MAX_TEXTS = 100;
/** Maximum number of characters of a text in an audit row. Longer texts are cut off. */
const MAX_CHARACTERS = 300;

const cutText = (text: string | null) => (text === null ? null : text.slice(0, MAX_CHARACTERS));

/** Returns changes of texts for an audit row: `key (code)` with both texts, and the number of omitted changes. */
export function textChanges(code: string, changes: readonly TextChange[]): { before: AuditTexts; after: AuditTexts } {
  const listed = changes.slice(0, MAX_TEXTS);
  const textsOf = (side: "before" | "after") =>
    Object.fromEntries(listed.map((change) => [`${change.key} (${code})`, cutText(change[side])]));
  const more = changes.length - listed.length;
  return {
    before: textsOf("before"),
    after: { ...textsOf("after"), texts: changes.length, ...(more > 0 && { not_named: more }) },
  };
}
