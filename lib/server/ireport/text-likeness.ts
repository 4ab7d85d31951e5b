/** Stop words. */
const EMPTY = new Set(
  "a an and are as at be been by for from had has have i in is it its my no not of on or our so that the their there they this to us was we were which with you your please sir ma".split(
    " ",
  ),
);

/** Returns the distinct words of a text in lower case, without accents and stop words. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !EMPTY.has(word))
      .map(stem),
  );

/** Strips endings, so that "potholes" equals "pothole" and "flooded" equals "flooding". Good enough to compare texts. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, "") : word);

/**
 * Returns how similar two texts are, from 0 to 1: the share of common words among those of the shorter text. Counts at least
 * four words, because one common word is chance. A short report can thus match a long one.
 */
export function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  const common = [...fewer].filter((word) => more.has(word)).length;
  return common / Math.max(4, fewer.size);
}
