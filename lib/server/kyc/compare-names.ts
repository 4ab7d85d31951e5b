import { wordsOfNames } from "@/lib/server/base/fold-name";

/** The parts of a person's name. Comparisons ignore accents, case, hyphens and titles. */
type Name = { firstName: string; middleName: string; lastName: string };

const isWithin = (some: readonly string[], all: readonly string[]) => some.every((word) => all.includes(word));
/** Joins words, so that "Ogar-Eyo" equals "Ogareyo". */
const run = (words: readonly string[]) => [...words].join("");

/**
 * Returns true if the names belong to two people. Ignores order, case, accents, hyphens, and a missing or leading middle name.
 */
export function namesDiffer(one: Name, other: Name): boolean {
  const [outer, otherOuter] = [
    wordsOfNames(one.firstName, one.lastName),
    wordsOfNames(other.firstName, other.lastName),
  ];
  if (isWithin(outer, otherOuter) && isWithin(otherOuter, outer)) return false;
  const [all, otherAll] = [
    wordsOfNames(one.firstName, one.middleName, one.lastName),
    wordsOfNames(other.firstName, other.middleName, other.lastName),
  ];
  const [fewer, more] = all.length < otherAll.length ? [all, otherAll] : [otherAll, all];
  if (fewer.length > 1 && isWithin(fewer, more)) return false;
  const runs = [run(outer), run([...outer].reverse()), run(all)];
  return ![run(otherOuter), run([...otherOuter].reverse()), run(otherAll)].some((name) => runs.includes(name));
}

/** Returns true if two names differ by at most one letter in a word, as "Itah Ekpenyong" and "Ita Asuquo Ekpenyong". */
export function namesAreNear(one: Name, other: Name): boolean {
  const [words, otherWords] = [one, other].map(({ firstName, middleName, lastName }) =>
    wordsOfNames(firstName, middleName, lastName),
  ) as [string[], string[]];
  const [fewer, more] = words.length < otherWords.length ? [words, otherWords] : [otherWords, words];
  return fewer.length > 1 && fewer.every((word) => more.some((each) => isNear(word, each)));
}

/** Returns true if the words differ by at most one letter. Words of two letters have to be equal. */
function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter.length < 3 || longer.length - shorter.length > 1) return false;
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at++;
  const rest = shorter.length === longer.length ? at + 1 : at;
  return shorter.slice(rest) === longer.slice(at + 1);
}
