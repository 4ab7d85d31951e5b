import { wordsOfNames } from "@/lib/server/base/fold-name";

/** Normalised parts of a person's name, without accents, case, hyphens and titles. */
type PersonName = { firstName: string; middleName: string; lastName: string };

const includesAll = (subset: readonly string[], all: readonly string[]) => subset.every((word) => all.includes(word));
/** Joins words, so that "Ogar-Eyo" equals "Ogareyo". */
const join = (words: readonly string[]) => [...words].join("");

/** Returns true for names of different people. Ignores order, case, accents, hyphens, and missing middle names. */
export function namesDiffer(left: PersonName, right: PersonName): boolean {
  const [outerNames, otherOuter] = [
    wordsOfNames(left.firstName, left.lastName),
    wordsOfNames(right.firstName, right.lastName),
  ];
  if (includesAll(outerNames, otherOuter) && includesAll(otherOuter, outerNames)) return false;
  const [all, otherAll] = [
    wordsOfNames(left.firstName, left.middleName, left.lastName),
    wordsOfNames(right.firstName, right.middleName, right.lastName),
  ];
  const [shorterList, longerList] = all.length < otherAll.length ? [all, otherAll] : [otherAll, all];
  if (shorterList.length > 1 && includesAll(shorterList, longerList)) return false;
  const runs = [join(outerNames), join([...outerNames].reverse()), join(all)];
  return ![join(otherOuter), join([...otherOuter].reverse()), join(otherAll)].some((name) => runs.includes(name));
}

/** Returns true if two names differ by at most one letter in a word, as "Itah Ekpenyong" and "Ita Asuquo Ekpenyong". */
export function namesAreNear(left: PersonName, right: PersonName): boolean {
  const [words, otherWords] = [left, right].map(({ firstName, middleName, lastName }) =>
    wordsOfNames(firstName, middleName, lastName),
  ) as [string[], string[]];
  const [shorterList, longerList] = words.length < otherWords.length ? [words, otherWords] : [otherWords, words];
  return shorterList.length > 1 && shorterList.every((word) => longerList.some((each) => isOneEditApart(word, each)));
}

/** Returns true if the words differ by at most one letter. Words of two letters have to be equal. */
function isOneEditApart(left: string, right: string): boolean {
  if (left === right) return true;
  const [shorter, longer] = left.length < right.length ? [left, right] : [right, left];
  if (shorter.length < 3 || longer.length - shorter.length > 1) return false;
  let prefixLength = 0;
  while (prefixLength < shorter.length && shorter[prefixLength] === longer[prefixLength]) prefixLength++;
  const restStart = shorter.length === longer.length ? prefixLength + 1 : prefixLength;
  return shorter.slice(restStart) === longer.slice(prefixLength + 1);
}
