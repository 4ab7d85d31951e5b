/** Matches white space and invisible characters at either end of a pasted value. */
const INVISIBLE_ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;
/** Matches zero-width spaces, soft hyphens and direction marks. Not zero-width joiners, which are part of some names and emoji. */
const INVISIBLE_INSIDE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** Removes spaces, line breaks and invisible characters around a value that was pasted into a form or file. */
export const trimPasted = (text: string) => text.replace(INVISIBLE_ENDS, "");

/** Describes the first invisible character inside a value by its position, without quoting the value; undefined if there is none. */
export function describeInvisible(text: string): string | undefined {
  const index = text.search(INVISIBLE_INSIDE);
  if (index < 0) return undefined;
  const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0");
  return `has an invisible character (U+${code}) at position ${index + 1}; type the value again`;
}
