const STOP_WORDS = new Set(
  "a an and are as at be been by for from had has have i in is it its my no not of on or our so that the their there they this to us was we were which with you your please sir ma".split(
    " ",
  ),
);

/** Returns the distinct words of a text in lower case, without accents and stop words. */
export const wordsOfReportText = (text: string): Set<string> =>
  new Set(
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
      .map(stem),
  );

/** Removes English word endings, so that "potholes" equals "pothole". Good enough to compare texts. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, "") : word);

/**
 * Returns the similarity of two texts, from 0 to 1: the share of the shorter text's words that both texts have. So a short report can match a long
 * one. Divides by at least four words, because one common word may be a coincidence.
 */
export function textSimilarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [smaller, larger] = left.size < right.size ? [left, right] : [right, left];
  const sharedCount = [...smaller].filter((word) => larger.has(word)).length;
  return sharedCount / Math.max(4, smaller.size);
}
