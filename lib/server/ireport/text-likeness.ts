/** Words that say nothing of what a text is about. */
const EMPTY = new Set(
  "a an and are as at be been by for from had has have i in is it its my no not of on or our so that the their there they this to us was we were which with you your please sir ma".split(
    " ",
  ),
);

/** What a text is about: its words in small letters without accents, each once. */
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

/** "potholes" and "pothole", "flooded" and "flooding" are one word here: enough to compare, not to read. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, "") : word);

/**
 * How alike two texts are, 0 to 1: the share of words that both have among the words of the shorter one. A short report
 * of the same thing is as alike as a long one; one word in common is chance, so at least four are reckoned with.
 */
export function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  const common = [...fewer].filter((word) => more.has(word)).length;
  return common / Math.max(4, fewer.size);
}
