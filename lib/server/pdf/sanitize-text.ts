import "server-only";
import { graphemeClusters } from "./clusters";

/** Maximum length of a printed text, longer than any field of a document. The rest of a longer text is cut off. */
const MAX_LENGTH = 1_000;

/**
 * Invisible characters: direction overrides, zero-width characters, tags, variation selectors. Excludes a non-joiner
 * between two Arabic letters, because it changes the word, and the isolates that `isolateDirection` adds.
 */
const INVISIBLE = /(?!(?<=\p{sc=Arab}\p{M}*)\u200c(?=\p{sc=Arab})|[\u2068\u2069])[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{VS}]/gu;
const WHITE_SPACE = /[\s\p{Cc}]+/gu;

/** Returns text for printing on one line: in NFC and in stored order, without invisible characters. */
export function sanitizeForPrint(text: string): string {
  const visibleText = text
    .slice(0, MAX_LENGTH * 4)
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(WHITE_SPACE, " ")
    .trim();
  return Array.from(visibleText).slice(0, MAX_LENGTH).join("");
}

/**
 * Isolates a value from the direction of the surrounding text, so that a comma or number after an Arabic name is
 * printed after it.
 * @param value a name typed by a user
 */
export const isolateDirection = (value: string): string => `\u2068${value.replace(/[\u2066-\u2069]/g, "")}\u2069`;

/**
 * Shortens a line to a width, with an ellipsis for omitted text.
 * @param widthOf returns the width of a text, in the unit of `width`
 * @param tail kept at the end, such as a reference; shortened too if it does not fit alone
 */
export function truncateToWidth(text: string, width: number, widthOf: (text: string) => number, tail = ""): string {
  if (widthOf(`${text}${tail}`) <= width) return `${text}${tail}`;
  if (tail && widthOf(`…${tail}`) > width) return truncateToWidth(`${text}${tail}`, width, widthOf);
  const characters = graphemeClusters(text);
  let [fittingCount, tooManyCount] = [0, characters.length];
  while (tooManyCount - fittingCount > 1) {
    const middle = (fittingCount + tooManyCount) >> 1;
    if (widthOf(`${characters.slice(0, middle).join("").trimEnd()}…${tail}`) <= width) fittingCount = middle;
    else tooManyCount = middle;
  }
  return `${characters.slice(0, fittingCount).join("").trimEnd()}…${tail}`;
}
