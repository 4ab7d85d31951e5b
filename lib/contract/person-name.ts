import { oneLine } from "./common";

/** Alphabets for names. All letters of a name must belong to the same alphabet. */
const NAME_SCRIPTS = [
  ...["Latin", "Arabic", "Cyrillic", "Greek", "Hebrew", "Ethiopic", "Nko", "Vai", "Adlam", "Tifinagh", "Armenian"],
  ...["Georgian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam"],
  ...["Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Han", "Hangul", "Hiragana", "Katakana"],
] as const;
const SCRIPT_LETTERS = NAME_SCRIPTS.map((script) => ({ script, letter: new RegExp(`\\p{Script=${script}}`, "u") }));

/** Characters that have no visible shape: direction marks, zero-width spaces, fillers. */
const INVISIBLE_CHARACTERS = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`;
const INVISIBLE_ANYWHERE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, "gu");

const FORBIDDEN_CHARACTER = /[^\p{L}\p{Mn}\p{Mc}'’ʼ\-‐‑. ]/u;
const LOOSE_MARK = /(?:^|[^\p{L}\p{M}])\p{M}/u;
/** Matches five combining marks in a row, which would cover the lines above and below. */
const TOO_MANY_MARKS = /\p{M}{5}/u;
/** Returns true for a styled letter, such as full-width “Ａ” or “ﬁ”, which a search would not find. */
const isStyledLetter = (letter: string) => letter.normalize("NFKC") !== letter.normalize("NFC");
/** Phonetic letters and click signs, which look like capitals or “!” and occur in no name. */
const PHONETIC_LETTERS =
  /[\u01bb\u01c0-\u01c3\u0250-\u0252\u0262\u0274\u0280\u028f\u0299\u029c\u029f\u1d00-\u1d7f\ua730-\ua731]/u;
/** Matches text such as `prize.ng`, which mail programs turn into a link, but not initials such as `J.R.`. */
const DOT_IN_WORD = /\.\p{L}\p{M}*\p{L}/u;
const ADDRESS_CHARACTERS = /[@/\\:]/u;

/**
 * Returns the name in NFC without invisible characters, with single spaces between words. Names that look the same are
 * then stored and compared as the same text.
 */
export const tidyName = (typedName: string) =>
  typedName.replace(INVISIBLE_ANYWHERE, "").replace(/\s+/gu, " ").trim().normalize("NFC");

/** Returns an error sentence for an invalid name; null if it is valid or empty. */
export function personNameProblem(name: string): string | null {
  if (name === "") return null;
  if (ADDRESS_CHARACTERS.test(name)) return "Write the name only, without a web or email address.";
  if (/\p{N}/u.test(name)) return "Leave numbers out of the name.";
  const char = FORBIDDEN_CHARACTER.exec(name)?.[0];
  if (char) return `Use letters, apostrophes, hyphens, dots and spaces. “${char}” can't be part of a name.`;
  const letters = name.replaceAll("ʼ", "").match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return "Use at least one letter.";
  if (LOOSE_MARK.test(name) || TOO_MANY_MARKS.test(name))
    return "An accent is in the wrong place. Type the name again.";
  const styledLetter = letters.find((letter) => isStyledLetter(letter) || PHONETIC_LETTERS.test(letter));
  if (styledLetter) return `Use plain letters: “${styledLetter}” is a styled one.`;
  if (DOT_IN_WORD.test(name)) return "Put a space after each dot. A name can't contain a web or email address.";
  const scripts = new Set(letters.map((letter) => SCRIPT_LETTERS.find((one) => one.letter.test(letter))?.script));
  const [one, secondScript] = scripts;
  if (scripts.size > 1 && one && secondScript)
    return `Use letters of one alphabet. This name mixes ${one} and ${secondScript} letters.`;
  return scripts.has(undefined) ? "Use letters of a living alphabet." : null;
}

/**
 * First, middle or last name of a user or admin: letters of one script with their marks, apostrophes, hyphens, dots and
 * spaces (docs/rules.md, Names). Normalises the name. API responses use plain strings, because older names may break
 * the rules.
 */
export const personName = (max: number, min = 0) =>
  oneLine(max, min)
    .transform(tidyName)
    .superRefine((name, context) => {
      const message = name === "" && min > 0 ? "This can't be empty." : personNameProblem(name);
      if (message) context.addIssue({ code: "custom", message });
    });
