/**
 * Cleans values copied from mails, chats, PDFs and spreadsheets. `cleanPastedLine` is for titles and sentences. `cleanPastedValue`
 * is for references, codes, phone numbers, email addresses and amounts. Does not import zod, because the browser loads
 * this file.
 */

/** Zero-width spaces, word joiners, byte order marks, soft hyphens, fillers, and marks that change the direction of text. */
const HIDDEN_CHARS = /\u034f|[\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g;
/** Direction marks: left-to-right, right-to-left, Arabic letter mark. */
const DIRECTION_MARK = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const JOINER = /[\u200c\u200d]/;
const JOINERS_AND_SELECTORS = /\u200c|\u200d|[\ufe00-\ufe0f]/g;
const BLANK_OR_MARK = /^[\s\u0085\u061c\u200e\u200f]$/;
/** No-break, thin, figure, ideographic and other spaces, except the plain one. */
const UNUSUAL_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Scripts whose spelling uses joiners (U+200C, U+200D). */
const JOINING_SCRIPTS = [
  ...["Arabic", "Syriac", "Nko", "Adlam", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya"],
  ...["Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar"],
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const LETTER_OR_MARK = new RegExp(`^[${JOINING_SCRIPTS}\\p{M}]$`, "u");
const JOINING_LETTER = new RegExp(`^[${JOINING_SCRIPTS}]$`, "u");
const EMOJI_BEFORE_JOINER = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u;
const EMOJI = /^\p{Extended_Pictographic}$/u;

/**
 * Returns a line of text without invisible characters and surrounding space, with plain spaces and hyphens. Keeps dashes, and
 * joiners in emoji and in scripts that need them. Keeps line breaks, so that a form can refuse them.
 */
export function cleanPastedLine(text: string): string {
  const line = withoutStrayJoiners(text.replace(HIDDEN_CHARS, ""));
  const withoutMarks = RIGHT_TO_LEFT.test(line) ? line : line.replace(DIRECTION_MARK, "");
  return trimBlanks(withoutMarks.replace(UNUSUAL_SPACE, " ").replace(/[\u2010\u2011]/g, "-"));
}

/** Trims without a regular expression, which would take quadratic time on long runs of blanks. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK_OR_MARK.test(text.charAt(start))) start++;
  while (end > start && BLANK_OR_MARK.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function withoutStrayJoiners(text: string): string {
  if (!JOINER.test(text)) return text;
  const chars = [...text];
  return chars
    .filter((char, index) => !JOINER.test(char) || isNeededJoiner(char, chars[index - 1] ?? "", chars[index + 1] ?? ""))
    .join("");
}

function isNeededJoiner(joiner: string, characterBefore: string, characterAfter: string): boolean {
  if (joiner === "\u200d" && EMOJI_BEFORE_JOINER.test(characterBefore)) return EMOJI.test(characterAfter);
  // Keeps a joiner after a vowel killer (virama), where it marks a final consonant, as in Malayalam.
  if (joiner === "\u200d" && /^\p{M}$/u.test(characterBefore) && JOINING_LETTER.test(characterBefore)) return true;
  return LETTER_OR_MARK.test(characterBefore) && JOINING_LETTER.test(characterAfter);
}

/** Maximum length of a value. Longer text is only cleaned by `cleanPastedLine`, because `peelRepeatedly` takes quadratic time. */
const MAX_VALUE_LENGTH = 600;
const DASHES = /[\p{Pd}\u2212]/gu;
/** ASCII characters in their full-width form, such as “８” and “＠”. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const LABEL_PREFIX =
  /^(?:tel|phone|mobile|whatsapp|sms|callto|mailto|e-?mail|ref(?:erence)?(?:\.?\s*(?:no|number|id)\b)?)\s*(?:\.?:|\.(?=\s))\s*(?=\S)/i;
const ADDRESS_PATTERN = String.raw`(?:mailto:)?[^\s<>()[\]]+@[^\s<>()[\]]+`;
/** `Ada Obi <ada@example.com>`, or with round or square brackets. */
const NAMED_ADDRESS = new RegExp(String.raw`^[^<>()[\]]*[<([]\s*(${ADDRESS_PATTERN})\s*[>)\]]$`, "i");
const QUOTE_MARKS = String.raw`"'\u0060\u00ab\u00b4\u00bb\u2018-\u201f\u2032\u2033\u2039\u203a`;
const QUOTES_AT_START = new RegExp(`^[${QUOTE_MARKS}]+`);
const QUOTES_AT_END = new RegExp(`[${QUOTE_MARKS}]+$`);
const CLOSING_BRACKETS: Record<string, string> = { "(": ")", "[": "]", "<": ">", "{": "}" };

/**
 * Removes from a copied value what is not part of it: quotes, brackets, labels such as `tel:` and `Ref:`, the name
 * beside an email address, final dots and commas, a spreadsheet's `'` and `="…"`. Converts all dashes to hyphens. Keeps
 * the brackets of `(0803) 123-4567` and the last dot of `J.R.`.
 */
export function cleanPastedValue(text: string): string {
  if (text.length > MAX_VALUE_LENGTH) return cleanPastedLine(text);
  return peelRepeatedly(normaliseCharacters(text), (value) => withoutSurroundings(withoutLabel(value)));
}

/** Returns a web, mail or phone link without surrounding quotes, brackets and final dot. Keeps `mailto:` and `tel:`. */
export function cleanPastedLink(text: string): string {
  return text.length > MAX_VALUE_LENGTH
    ? cleanPastedLine(text)
    : peelRepeatedly(cleanPastedLine(text), withoutSurroundings);
}

/** Returns a number without the separators of its groups: `1234-567.890` becomes `1234567890`. */
export const withoutSeparators = (text: string) => cleanPastedValue(text).replace(/[\s.\-/]/g, "");

/** Returns a value with half-width letters and hyphens for all dashes, without joiners and direction marks. */
const normaliseCharacters = (text: string) =>
  cleanPastedLine(
    text
      .replace(DIRECTION_MARK, "")
      .replace(JOINERS_AND_SELECTORS, "")
      .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)),
  ).replace(DASHES, "-");

/** Maximum number of nested quotes, brackets and labels around a copied value. */
const MAX_WRAPPER_LAYERS = 12;

/** Applies `peelOnce` until nothing changes. */
function peelRepeatedly(value: string, peelOnce: (value: string) => string, layers = MAX_WRAPPER_LAYERS): string {
  const next = peelOnce(value).trim();
  return next === value || layers === 1 ? next : peelRepeatedly(next, peelOnce, layers - 1);
}

function withoutLabel(value: string): string {
  const formulaText = /^"?="+(.*?)"+$/.exec(value)?.[1];
  if (formulaText !== undefined) return formulaText;
  const address = NAMED_ADDRESS.exec(value)?.[1];
  if (address) return address;
  if (/^mailto:/i.test(value)) return value.slice(7).replace(/\?.*$/, "");
  return value.replace(LABEL_PREFIX, "");
}

const withoutSurroundings = (value: string) =>
  withoutBrackets(withoutFinalDots(value.replace(QUOTES_AT_START, "")).replace(QUOTES_AT_END, ""));

/** Removes final dots, except after initials and abbreviations: `J.R.`, `Sunrise Foods Ltd.` */
function withoutFinalDots(value: string): string {
  const text = value.replace(/^[,;]+|[,;:]+$/g, "");
  if (!text.endsWith(".")) return text;
  let end = text.length;
  while (text.charAt(end - 1) === ".") end--;
  const words = text.slice(0, end);
  const word = words.split(/\s/).at(-1) ?? "";
  const isAbbreviation = /^\p{L}(?:\.\p{L})*$/u.test(word) || (/\s/.test(text) && /^\p{L}+$/u.test(word));
  return isAbbreviation ? text : words;
}

/** Removes a pair of brackets around the whole value, or a bracket whose partner was not copied. */
function withoutBrackets(value: string): string {
  const openBracket = value.charAt(0);
  const closeBracket = CLOSING_BRACKETS[openBracket];
  if (closeBracket && !value.includes(closeBracket)) return value.slice(1);
  if (closeBracket && findPairEnd(value, openBracket, closeBracket) === value.length - 1) return value.slice(1, -1);
  const lastCharacter = value.charAt(value.length - 1);
  const opening = Object.keys(CLOSING_BRACKETS).find((key) => CLOSING_BRACKETS[key] === lastCharacter);
  return opening && !value.includes(opening) ? value.slice(0, -1) : value;
}

/** Returns the index of the bracket that closes the first bracket; -1 if there is none. */
function findPairEnd(value: string, openBracket: string, closeBracket: string): number {
  let depth = 0;
  return Array.from({ length: value.length }, (_, index) => index).findIndex((index) => {
    if (value[index] === openBracket) depth++;
    if (value[index] === closeBracket) depth--;
    return depth === 0;
  });
}
