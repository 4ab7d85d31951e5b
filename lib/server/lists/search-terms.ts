import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { parseTicketCode } from "@/lib/contract/event.values";
import { cleanPastedLine, cleanPastedValue } from "@/lib/contract/pasted.values";
import { readPhone } from "@/lib/contract/phone.values";
import { REFERENCE_PREFIXES, type ReferencePrefix } from "@/lib/contract/reference.values";
import { foldWords } from "@/lib/server/base/fold-name";
import { likePatternForPrefix } from "./list";

/** Maximum number of words of a search. More words would hardly narrow the result. */
const MAX_WORDS = 8;
/** Maximum number of letters compared per word, as in the database function `search_words`. */
const MAX_LETTERS = 100;
/** Maximum number of words in a search for which each two adjacent words are also searched as one word. */
const MAX_JOINED_WORDS = 5;

/**
 * Returns the words of a typed text, in lower case without accents. They contain no quotes or backslashes, so a tsquery needs no escaping.
 */
export const toSearchWords = (typed: string): string[] =>
  foldWords(cleanPastedLine(typed))
    .split(" ")
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_LETTERS).join(""));

const prefixTerm = (word: string) => `'${word}':*`;
const joinWithAnd = (terms: readonly string[]) => terms.join(" & ");

/** Returns a tsquery for names. Each word is a prefix. Two adjacent words are also tried as one word: "O Neil" finds "O’Neil". */
function nameQuery(words: readonly string[]): string {
  const joinedNeighbours = words
    .slice(0, words.length <= MAX_JOINED_WORDS ? -1 : 0)
    .map((word, at) =>
      joinWithAnd([...words.slice(0, at), `${word}${words[at + 1]}`, ...words.slice(at + 2)].map(prefixTerm)),
    );
  return [joinWithAnd(words.map(prefixTerm)), ...joinedNeighbours].map((each) => `(${each})`).join(" | ");
}

/** Returns a tsquery for long texts. Each word is a prefix, except single letters, which would match too many words. */
const textQuery = (words: readonly string[]): string =>
  joinWithAnd(words.map((word) => (word.length > 1 ? prefixTerm(word) : `'${word}'`)));

/** Casts text to tsquery. The qualified type name avoids a type of the same name in another schema. */
export const tsquery = (query: string): SQL => sql`${query}::pg_catalog.tsquery`;

/** Returns a tsquery in which each of these normalised words is a prefix. */
export const prefixQuery = (words: readonly string[]): SQL => tsquery(joinWithAnd(words.map(prefixTerm)));

const matchSql = (vector: SQL, typed: string, query: (words: readonly string[]) => string): SQL => {
  const words = toSearchWords(typed);
  return words.length ? sql`${vector} @@ ${tsquery(query(words))}` : sql`false`;
};

/** Returns the tsquery for one rare word: as a prefix, or joined to the word before it. */
const wordOrJoined = (words: readonly string[], at: number) =>
  `(${[words[at], ...(at > 0 ? [`${words[at - 1]}${words[at]}`] : [])].map((word) => prefixTerm(word ?? "")).join(" | ")})`;

/**
 * Returns an SQL condition: every typed word begins a word of a name, in any order and spelling.
 * @param words a column of `search_words(…, true)`, or the same expression as in the index
 * @param commonWords typed words that many rows have (`commonWords`). A GIN index reads all matches of a word first, so it is used only for
 * the other words.
 */
export function hasNameWords(words: PgColumn | SQL, typed: string, commonWords?: ReadonlySet<string>): SQL {
  const all = toSearchWords(typed);
  const rareWords = all.flatMap((word, at) => (commonWords?.has(word) ? [] : [wordOrJoined(all, at)]));
  if (!commonWords?.size) return matchSql(sql`${words}`, typed, nameQuery);
  const filter = matchSql(sql`coalesce(${words}, ''::pg_catalog.tsvector)`, typed, nameQuery);
  return rareWords.length ? sql`(${words} @@ ${tsquery(rareWords.join(" & "))} and ${filter})` : filter;
}

/** Returns the same condition as `hasNameWords` for a column of `search_words(…, false)`, which contains titles and texts. */
export const hasTextWords = (words: PgColumn | SQL, typed: string): SQL => matchSql(sql`${words}`, typed, textQuery);

/**
 * Returns the same condition as `hasNameWords` for text without an index, in tables of a few thousand rows. Undefined for an empty search.
 */
export const hasUnindexedWords = (text: PgColumn | SQL, typed: string | undefined): SQL | undefined =>
  typed?.trim() ? hasNameWords(sql`search_words(${text}, true)`, typed) : undefined;

/**
 * Returns an SQL condition: a text has the typed words, or contains the typed text within a word. Uses no index, so only for tables of a
 * few thousand rows. Undefined for an empty search.
 */
export const containsText = (text: PgColumn | SQL, typed: string | undefined): SQL | undefined => {
  const words = toSearchWords(typed ?? "");
  return words.length
    ? sql`(${hasUnindexedWords(text, typed)} or fold_words(${text}) like ${`%${likePatternForPrefix(words.join(" "))}`})`
    : hasUnindexedWords(text, typed);
};

/** Returns the national digits of a Nigerian phone number in any form: `8031234567` for `+234 (0) 803-123 4567`; null for other text. */
export function nationalDigits(typed: string): string | null {
  const fullMatch = readPhone(typed);
  if (fullMatch) return fullMatch.slice("+234".length);
  const digits = cleanPastedValue(typed).replace(/[\s().+/-]/g, "");
  return /^\d{4,16}$/.test(digits) ? digits.replace(/^(00)?(234)?0?/, "") || null : null;
}

export const isUuid = (typed: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(typed);

const PREFIXES = Object.keys(REFERENCE_PREFIXES).join("|");
const prefixesOf = (kind: "number" | "code") =>
  Object.entries(REFERENCE_PREFIXES)
    .flatMap(([prefix, each]) => (each === kind ? [prefix] : []))
    .join("|");
/** Matches a reference with its hyphen anywhere in a sentence. */
const FULL_REF = new RegExp(String.raw`(?<![\dA-Z])(${PREFIXES})-([\dA-Z]+)(?![\dA-Z])`);
/** Matches a short reference without its hyphen, only at the end of the text: "KYC 302". */
const SPACED_NUMBER = new RegExp(
  String.raw`(?<![\dA-Z])(${prefixesOf("number")})[\s:#._-]*(\d{1,15}$|\d{6,15}(?![\dA-Z]))`,
);
const SPACED_CODE = new RegExp(
  String.raw`(?<![\dA-Z])(${prefixesOf("code")})[\s:#._-]*((?=[A-Z]*\d)[\dA-Z]{12}(?![\dA-Z])|[\dA-Z]{12}$)`,
);
/** Matches a ticket's code within a sentence: in groups of four, or 16 letters with a digit. */
const WRITTEN_CODE = /(?<![\dA-Z])(?:[\dA-Z]{4}(?:[-\s][\dA-Z]{4}){3}|(?=[A-Z]*\d)[\dA-Z]{16})(?![\dA-Z])/g;
/** Matches a word of a bank statement that may be a payment provider's reference. */
const REFERENCE_WORD = /(?=[^\s|,;"'()<>]*\d)[^\s|,;"'()<>]{6,60}/g;
const MAX_REFERENCE_WORDS = 20;

/**
 * Finds a reference in typed text and returns its possible stored forms: `KYC-302` and `KYC-000302` for "Ref: kyc 302". Returns null if
 * the text contains no reference. A reference without digits counts only if it is the whole text.
 * @param prefixes prefixes of the list's references; all prefixes by default
 */
export function referencesIn(typed: string, ...prefixes: ReferencePrefix[]): string[] | null {
  const text = cleanPastedValue(typed).toUpperCase();
  const [fullMatch, found, body = ""] = FULL_REF.exec(text) ?? SPACED_NUMBER.exec(text) ?? SPACED_CODE.exec(text) ?? [];
  if (!found || !(/\d/.test(body) || fullMatch === text)) return null;
  const prefix = found as ReferencePrefix;
  if (prefixes.length && !prefixes.includes(prefix)) return null;
  const padded = body.replace(/^0+(?=\d)/, "").padStart(6, "0");
  return [...new Set([body, REFERENCE_PREFIXES[prefix] === "number" ? padded : body])].map(
    (each) => `${prefix}-${each}`,
  );
}

/** Returns the letters of a ticket's code that a text is or contains; null if the text contains no code. */
export function ticketCodeIn(typed: string): string | null {
  const value = cleanPastedValue(typed);
  const code = parseTicketCode(value);
  // A text with spaces is a ticket code only if it has digits, because a name of two words can be as long as a code.
  if (code && (/\d/.test(value) || !/\s/.test(value))) return code;
  const [found] = (value.toUpperCase().match(WRITTEN_CODE) ?? []).filter((text) => /\d/.test(text));
  return found ? parseTicketCode(found) : null;
}

/** Returns the words of a pasted line that may be a payment provider's reference, and their parts between slashes. */
export function referenceWordsIn(typed: string): string[] {
  const words = cleanPastedLine(typed).match(REFERENCE_WORD) ?? [];
  return [...new Set(words.flatMap((word) => [word, ...word.split("/")]).map(cleanPastedValue))]
    .filter((word) => word.length >= 6 && /\d/.test(word))
    .slice(0, MAX_REFERENCE_WORDS);
}

/** Parses the text of a search box as each kind of value that the text may be. Returns null for kinds that do not fit. */
export function parseSearchText(typed: string, ...prefixes: ReferencePrefix[]) {
  const value = cleanPastedValue(typed);
  return {
    value,
    id: isUuid(value) ? value.toLowerCase() : null,
    references: referencesIn(typed, ...prefixes),
    email: value.includes("@") ? value.toLowerCase() : null,
    digits: nationalDigits(value),
  };
}
