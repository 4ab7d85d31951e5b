const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into grapheme clusters, each with its position. */
export const graphemeSegments = (text: string) => graphemes.segment(text);

/** Matches text without combining characters, which begin at U+0300: each character is then a cluster. */
const SINGLE_CHARACTERS = /^[\u0020-\u02ff]*$/;

/** Splits a text into grapheme clusters: characters as readers see them. */
export const graphemeClusters = (text: string): string[] =>
  SINGLE_CHARACTERS.test(text) ? Array.from(text) : Array.from(graphemeSegments(text), ({ segment }) => segment);

/** Scripts without spaces, in which a line may break before each character. */
const SCRIPTS_WITHOUT_SPACES = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}]/u;

/** Splits a text where a line may break. Parts keep their trailing space, so that joining them restores the text. */
export function splitForWrapping(text: string): string[] {
  return text.split(/(?<= )/).flatMap((word) => {
    if (!SCRIPTS_WITHOUT_SPACES.test(word)) return [word];
    return word.split(/(?=[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}])/u);
  });
}
