import "server-only";

/** No field of a document is longer; what comes before the limit is read no further. */
const LONGEST = 1_000;

/** What steers text instead of being it: direction overrides, zero-width characters, tags. A joiner goes as well. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
const SPACE = /[\s\p{Cc}]+/gu;
/** Stands for a character that the font lacks, such as an emoji: something was there. */
const UNKNOWN = "□";

/**
 * Text as it can be printed on one line: composed, in the order in which it is stored, without what nobody would see.
 * @param has whether the font has this code point
 */
export function printable(text: string, has: (codePoint: number) => boolean): string {
  const seen = text
    .slice(0, LONGEST * 4)
    .normalize("NFC")
    .replace(UNSEEN, "")
    .replace(SPACE, " ")
    .trim();
  const characters = Array.from(seen).slice(0, LONGEST);
  return characters
    .map((character) => (has(character.codePointAt(0) as number) ? character : UNKNOWN))
    .join("")
    .replace(/□{2,}/g, UNKNOWN);
}

/**
 * As much of a line as fits, with an ellipsis when something is left out.
 * @param widthOf the width of a text, in the same unit as `width`
 * @param tail what stays at the end, such as a reference; cut as well where it does not fit by itself
 */
export function fitting(text: string, width: number, widthOf: (text: string) => number, tail = ""): string {
  if (widthOf(`${text}${tail}`) <= width) return `${text}${tail}`;
  if (tail && widthOf(`…${tail}`) > width) return fitting(`${text}${tail}`, width, widthOf);
  const characters = Array.from(text);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (widthOf(`${characters.slice(0, middle).join("").trimEnd()}…${tail}`) <= width) fits = middle;
    else tooMany = middle;
  }
  return `${characters.slice(0, fits).join("").trimEnd()}…${tail}`;
}
