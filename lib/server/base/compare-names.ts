import "server-only";
import { foldWords } from "./fold-name";

const TITLES = new Set(
  "mr mrs ms miss dr prof engr barr chief alhaji alhaja hon rev pastor otunba prince princess sir madam".split(" "),
);

/**
 * Returns true if two names may belong to one person. Ignores order, case, accents, apostrophes, hyphens and titles. All words of the
 * shorter name must be in the longer one. An initial matches a word with that first letter, but at least one whole word must be equal. Two
 * words may be written as one ("Bassey-Duke", "Basseyduke").
 */
export function areNamesEqual(one: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.join("").length - b.join("").length);
  if (!shorter?.length || !longer?.length) return false;
  return fits(shorter, longer) || fits(longer, shorter);
}

const wordsOf = (name: string) => {
  const words = foldWords(name).split(" ").filter(Boolean);
  const withoutTitles = words.filter((word) => !TITLES.has(word));
  return withoutTitles.length ? withoutTitles : words;
};

/** Returns true if each of `words` matches a different one of `others`, and at least one matches as a whole word. */
function fits(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  let wholeWords = 0;
  // Tries long words before initials, so that an initial ("J") does not use up a word ("John") that a whole word equals.
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (takeWhole(word, left)) wholeWords++;
    else if (!takeInitial(word, left)) return false;
  }
  // A single word, such as a first name, matches only another single word, because it does not identify a person with a longer name.
  return wholeWords > 0 && (words.length > 1 || others.length === 1);
}

/**
 * Removes from `left` the word that equals `word`, or two neighbouring words that equal `word` when joined.
 * @returns false if `left` contains neither
 */
function takeWhole(word: string, left: string[]): boolean {
  if (word.length < 2) return false;
  const index = left.indexOf(word);
  if (index >= 0) return left.splice(index, 1).length > 0;
  const pair = left.findIndex((first, at) => at + 1 < left.length && first + left[at + 1] === word);
  return pair >= 0 && left.splice(pair, 2).length > 0;
}

/**
 * Removes from `left` a word with the same first letter as `word`, if one of the two is only an initial.
 * @returns false if `left` contains no such word
 */
function takeInitial(word: string, left: string[]): boolean {
  const index = left.findIndex((each) => (word.length === 1 || each.length === 1) && each[0] === word[0]);
  return index >= 0 && left.splice(index, 1).length > 0;
}
