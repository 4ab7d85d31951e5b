/** Letters of Efik, Ejagham and their neighbours that people without such a keyboard write plainly. */
const PLAIN: Record<string, string> = {
  ɔ: "o",
  ɛ: "e",
  ŋ: "n",
  ə: "e",
  ɓ: "b",
  ɗ: "d",
  ø: "o",
  ł: "l",
  ß: "ss",
  æ: "ae",
};

/** Folds case, accents, letters of regional alphabets and apostrophes, so that spellings of one name are equal. */
export const foldName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ɔɛŋəɓɗøłßæ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’ʼ`.]/g, "");

/** The words of folded names. */
export const wordsOfNames = (...parts: string[]) =>
  foldName(parts.join(" "))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
