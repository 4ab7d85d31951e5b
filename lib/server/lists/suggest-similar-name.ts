import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { foldWords } from "@/lib/server/base/fold-name";
import type { Queryable } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { currentSearchScope } from "./search-scope";
import { parseSearchText, toSearchWords, tsquery } from "./search-terms";

/** Minimum length in letters of a word to correct. Shorter words resemble too many others, such as "Ada", "Ama", "Ida" and "Adah". */
const MIN_LETTERS = 4;
/** Maximum length in letters of a word to correct. Longer words would have too many variants for one query. */
const MAX_LETTERS = 20;
/** Maximum number of words in a searched name for which a name is suggested. Each long word adds about 450 words to the query. */
const MAX_WORDS = 5;
const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];
/** Maximum number of similar names to read. The first of these names that matches every typed word is suggested. */
const MAX_CANDIDATES = 10;

/** Returns all words at an edit distance of one: a letter removed, added or replaced, or two neighbours swapped. */
export function wordsWithOneEdit(word: string): Set<string> {
  const letters = [...word];
  const near = new Set<string>();
  for (let index = 0; index <= letters.length; index++) {
    const [before, tail] = [letters.slice(0, index).join(""), letters.slice(index)];
    const [first = "", second = "", ...after] = tail;
    for (const letter of ALPHABET) near.add(before + letter + tail.join(""));
    if (!tail.length) continue;
    near.add(before + tail.slice(1).join(""));
    for (const letter of ALPHABET) near.add(before + letter + tail.slice(1).join(""));
    if (second) near.add(before + second + first + after.join(""));
  }
  near.delete(word);
  return near;
}

const isCorrectable = (word: string) => [...word].length >= MIN_LETTERS && [...word].length <= MAX_LETTERS;

/** Returns a tsquery in which one letter of each long word may be wrong. Returns null if no word is long enough. */
function similarNamesQuery(words: readonly string[]): string | null {
  if (words.length > MAX_WORDS || !words.some(isCorrectable)) return null;
  return words
    .map((word) => [
      `'${word}':*`,
      ...(isCorrectable(word) ? [...wordsWithOneEdit(word)].map((near) => `'${near}'`) : []),
    ])
    .map((wordVariants) => `(${wordVariants.join(" | ")})`)
    .join(" & ");
}

type SuggestionInput = {
  typed: string | undefined;
  /** Number of rows that the search found. */
  total: number;
  /** Returns an SQL condition: a row's name matches a tsquery, for example by `near_users`. */
  fits: (query: SQL) => SQL;
  /** Returns a query for the `name` of rows that match a condition and the list's other filters. */
  rowsWith: (matches: SQL) => SQL;
};

type NameColumns = Record<"firstName" | "middleName" | "lastName", PgColumn>;
/** Returns SQL that selects a person's full name as `name`, for `rowsWith`. */
export const fullNameSql = ({ firstName, middleName, lastName }: NameColumns): SQL =>
  sql`${firstName} || ' ' || ${middleName} || ' ' || ${lastName} as name`;

/**
 * Suggests a name for a search without results, such as "Ita Giwa" for "Ita Giwe". The list contains a row with the suggested name. Returns undefined if
 * the search has results or no name is similar.
 */
export async function suggestSimilarName(
  db: Queryable,
  { typed, total, fits, rowsWith }: SuggestionInput,
): Promise<string | undefined> {
  if (total > 0 || !typed?.trim() || currentSearchScope()) return undefined;
  const { id, email, digits, references } = parseSearchText(typed);
  if (id || email || digits !== null || references) return undefined;
  const asked = toSearchWords(typed);
  const query = similarNamesQuery(asked);
  if (query === null) return undefined;
  const found = await db.execute<{ name: string }>(sql`${rowsWith(fits(tsquery(query)))} limit ${MAX_CANDIDATES}`);
  return found.rows.map(({ name }) => matchingWordsOfName(asked, name)).find((meant) => meant !== null) ?? undefined;
}

/** Returns an SQL condition: the user is among the first 200 users whose names match the tsquery. */
export const hasSimilarName = (query: SQL): SQL => sql`${users.id} in (select near_users(${query}))`;

type UserSuggestionInput = Pick<SuggestionInput, "typed" | "total"> & {
  /** Column of the list's table with the id of the user that a row belongs to. */
  owner: PgColumn;
  /** The list's filters, without the condition of the search. */
  where: SQL | undefined;
};

/** Suggests a name for a list whose rows each belong to a user. */
export const suggestSimilarUserName = (db: Queryable, { typed, total, owner, where }: UserSuggestionInput) =>
  suggestSimilarName(db, {
    typed,
    total,
    fits: hasSimilarName,
    rowsWith: (matches) => sql`select ${fullNameSql(users)} from ${owner.table} join ${users} on ${users.id} = ${owner}
      where ${and(where, matches)}`,
  });

/** Returns the words of a name that match the typed words, in the name's spelling. Returns null if a typed word has no match. */
export function matchingWordsOfName(asked: readonly string[], name: string): string | null {
  const words = name.split(/[\s\p{Pd}]+/u).filter((word) => foldWords(word));
  const wordPairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  const known = [...words, ...wordPairs].map((shown) => ({ shown, folded: foldWords(shown).replaceAll(" ", "") }));
  const meant = asked.map((word) => {
    const near = isCorrectable(word) ? wordsWithOneEdit(word) : new Set<string>();
    return known.find(({ folded }) => folded.startsWith(word)) ?? known.find(({ folded }) => near.has(folded));
  });
  return meant.includes(undefined) ? null : meant.map((each) => each?.shown).join(" ");
}
