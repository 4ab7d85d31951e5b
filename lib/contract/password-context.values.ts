/** The person who chooses a password, as far as the form or the server knows them. */
export type PasswordOwner = { email?: string; first_name?: string; last_name?: string };

/** Words of the product. Attackers of this dashboard try them first. */
const PRODUCT_WORDS = ["crossriverpay", "crossriverstate", "crossriver"];

/** Minimum length of a guessable word. Shorter names and email parts are ignored, because many passwords contain them by chance. */
const MIN_WORD_LENGTH = 3;

/** Minimum number of characters that a password must have besides guessable words. */
const MIN_OTHER_CHARACTERS = 8;

/** Characters that people use in place of a letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "a@4",
  e: "e3",
  i: "i1!",
  l: "l1",
  o: "o0",
  s: "s$5",
  t: "t7",
};

/** Returns the words that an attacker derives from the product and the person, longest first, in lower case. */
function contextWordsOf({ email = "", first_name = "", last_name = "" }: PasswordOwner): string[] {
  const [localPart = ""] = email.toLowerCase().split("@");
  const ownWords = [email.toLowerCase(), localPart, ...`${first_name} ${last_name}`.toLowerCase().split(/[\s'’-]+/)];
  const words = [...PRODUCT_WORDS, ...ownWords.filter((word) => [...word].length >= MIN_WORD_LENGTH)];
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

/** A character of a password in lower case; `isSeparator`: a space or symbol. */
type SearchedCharacter = { character: string; isSeparator: boolean };

/**
 * Returns the end of a word in a password from `start`, in any case, with substitutes for letters and with spaces or symbols
 * between its characters; null if the word is not there. No regular expression: backtracking over symbols of a word would block the
 * server for minutes, and anyone may send a password with an email (password reset).
 */
function endOfWord(characters: readonly SearchedCharacter[], start: number, word: readonly string[]): number | null {
  if (word.length > characters.length - start) return null;
  // Positions at which the next letter of the word may be.
  let positions = [start];
  for (const [index, letter] of word.entries()) {
    const ends = positions
      .filter((position) => (LOOKALIKES[letter] ?? letter).includes(characters[position]?.character ?? " "))
      .map((position) => position + 1);
    if (ends.length === 0 || index === word.length - 1) return ends.at(-1) ?? null;
    positions = withSeparatorsSkipped(characters, ends);
  }
  return null;
}

/** Returns the positions in `ends`, and those reached from them by skipping spaces or symbols; ascending, without duplicates. */
function withSeparatorsSkipped(characters: readonly SearchedCharacter[], ends: readonly number[]): number[] {
  const positions: number[] = [];
  for (const end of ends) {
    let position = end;
    if (position <= (positions.at(-1) ?? -1)) continue;
    positions.push(position);
    while (characters[position]?.isSeparator) positions.push(++position);
  }
  return positions;
}

function withoutWord(password: string, word: string): string {
  const characters = [...password];
  const searched = characters.map((character) => ({
    character: character.toLowerCase(),
    isSeparator: /[^\p{L}\d]/u.test(character),
  }));
  const letters = [...word];
  const kept: string[] = [];
  for (let position = 0; position < characters.length; ) {
    const end = endOfWord(searched, position, letters);
    if (end === null) kept.push(characters[position] ?? "");
    position = end ?? position + 1;
  }
  return kept.join("");
}

/** Returns a password without the words that `contextWordsOf` lists. The strength meter and the server's rule both use it. */
export const removeGuessableWords = (password: string, owner: PasswordOwner): string =>
  contextWordsOf(owner).reduce(withoutWord, password);

/** Returns true if a password has fewer than `MIN_OTHER_CHARACTERS` characters besides words that an attacker would guess. */
export const consistsOfGuessableWords = (password: string, owner: PasswordOwner): boolean => {
  const rest = removeGuessableWords(password, owner);
  return rest !== password && [...rest].length < MIN_OTHER_CHARACTERS;
};
