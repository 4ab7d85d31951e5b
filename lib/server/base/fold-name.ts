/*
 * Folds names and titles for search and comparison. The database function `fold_words` (migration 0015) must return the
 * same; fold-name.test.ts compares both. A change here needs a migration that replaces the function and rebuilds its
 * columns and indexes.
 */

/** Character ranges for the regular expressions of `foldWords`. PostgreSQL needs the same ranges, but written `\U0001F000` above U+FFFF. */
export const CHARACTER_RANGES = {
  apostrophes: String.raw`'\u0060\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40`,
  /** Soft hyphen, zero-width and bidirectional marks, variation selectors, byte order mark. */
  invisible: String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb`,
  /** Combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic, and the Arabic elongation sign. */
  marks: String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`,
  /** Spaces, punctuation and symbols, emoji included. Listed because `\p{P}` differs between versions of Unicode. */
  separators: String.raw`\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u02e5-\u02ff\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b\u061d-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe\u0964\u0965\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufffc\ufffd\u{1f000}-\u{1faff}`,
};

/** Latin letters of African and European alphabets, and the plain letters that replace them. */
const LATIN = {
  from: "ƆɔØøƟɵƐɛƏəƎǝɆɇƝɲȠƞƁɓɃƀƊɗƉɖĐđÐðŁłȽƚⱠⱡıƖɩƗɨɪƘƙĸƳƴɎɏƲʋƱʊɄʉƔɣƓɠƑƒĦħŦŧƬƭƮʈȾƇƈȻȼƤƥⱭɑⱥƷʒƩʃɌɍɈɉ",
  to: "ooooooeeeeeeeennnnbbbbddddddddlllllliiiiiikkkyyyyvvuuuuggggffhhtttttttccccppaaazzssrrjj",
};
/** Capitals that remain after Unicode decomposition, and variants of Greek and Arabic letters, with their replacements. */
const NON_LATIN = {
  from: "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҚҢҮҰҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖςىةکی",
  to: "αβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғқңүұһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆσيهكي",
};
const DIGITS = { from: "٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹", to: "00112233445566778899" };
/** The letters to replace and, at the same positions, their replacements, as PostgreSQL's `translate` requires. */
export const LETTER_MAP = { from: LATIN.from + NON_LATIN.from + DIGITS.from, to: LATIN.to + NON_LATIN.to + DIGITS.to };
/** Letters that are replaced by two letters each. */
export const TWO_LETTER_REPLACEMENTS: readonly (readonly [string, string])[] = [
  ...([
    ["ŋ", "ng"],
    ["Ŋ", "ng"],
    ["ß", "ss"],
    ["ẞ", "ss"],
    ["æ", "ae"],
    ["Æ", "ae"],
    ["œ", "oe"],
    ["Œ", "oe"],
    ["þ", "th"],
    ["Þ", "th"],
  ] as const),
];

const charactersIn = (...ranges: string[]) => new RegExp(`[${ranges.join("")}]`, "gu");
const DROP_BEFORE_NFKD = charactersIn(CHARACTER_RANGES.apostrophes, CHARACTER_RANGES.invisible);
const DROP_AFTER_NFKD = charactersIn(CHARACTER_RANGES.marks, CHARACTER_RANGES.apostrophes, CHARACTER_RANGES.invisible);
const WORD_SEPARATORS = new RegExp(`[${CHARACTER_RANGES.separators}]+`, "gu");
const replacements = [...LETTER_MAP.to];
const replacementByLetter = new Map<string, string>([
  ...[...LETTER_MAP.from].map((letter, index) => [letter, replacements[index] ?? ""] as const),
  ...TWO_LETTER_REPLACEMENTS,
]);

/**
 * Returns the words of a text in a form that is equal for all spellings of a name: lower case, with plain letters,
 * without accents, marks and apostrophes. All other characters become one space between words.
 */
export function foldWords(text: string): string {
  // Fast path for ASCII texts, which are the majority. It takes a quarter of the time of the code below.
  if (/^\p{ASCII}*$/u.test(text)) return spaceSeparated(text.replace(/['`]/g, "").toLowerCase(), /[^a-z\d]+/g);
  // Drops apostrophes before decomposition, which would turn an acute accent (´) typed as an apostrophe into a space.
  const decomposed = text.replace(DROP_BEFORE_NFKD, "").normalize("NFKD").replace(DROP_AFTER_NFKD, "");
  const letters = decomposed
    .replace(/[^\p{ASCII}]/gu, (letter) => replacementByLetter.get(letter) ?? letter)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return spaceSeparated(letters, WORD_SEPARATORS);
}

const spaceSeparated = (text: string, separators: RegExp) => text.replace(separators, " ").replace(/^ | $/g, "");

/** Folds names and returns their words. Initials with full stops are one word: "J.K." is "jk". */
export const wordsOfNames = (...parts: string[]) =>
  foldWords(parts.join(" ").replaceAll(".", "")).split(" ").filter(Boolean);
