/** The person who chooses a password, as far as the form or the server knows them. */
export type PasswordOwner = { email?: string; first_name?: string; last_name?: string };

/** Words of the product. Attackers of this dashboard try them first. */
const PRODUCT_WORDS = ["crossriverpay", "crossriverstate", "crossriver"];

/** Fewest letters of a name or an email's local part that count: shorter ones are in many passwords by chance. */
const MIN_WORD_LENGTH = 3;

/** Fewest characters that a password has besides context words. */
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

const escapeForPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** Matches a word in any case, with substitutes for letters and with spaces or symbols between its characters. */
const patternOf = (word: string) =>
  new RegExp(
    [...word].map((letter) => `[${escapeForPattern(LOOKALIKES[letter] ?? letter)}]`).join("[^\\p{L}\\d]*"),
    "giu",
  );

/** Returns a password without the words of its context. The strength meter and the server's rule both use it. */
export const withoutContextWords = (password: string, owner: PasswordOwner): string =>
  contextWordsOf(owner).reduce((rest, word) => rest.replace(patternOf(word), ""), password);

/** True if little is left of a password without the words of its context. */
export const isMostlyContext = (password: string, owner: PasswordOwner): boolean => {
  const rest = withoutContextWords(password, owner);
  return rest !== password && [...rest].length < MIN_OTHER_CHARACTERS;
};
