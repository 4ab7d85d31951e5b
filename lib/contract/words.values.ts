const formatNumber = (value: number) => value.toLocaleString("en");

/** Returns the first `maxLength` UTF-16 units of a text, without splitting a character. */
export function truncateText(text: string, maxLength: number): string {
  const firstPart = text.slice(0, maxLength);
  return firstPart.length < text.length && /[\ud800-\udbff]$/.test(firstPart) ? firstPart.slice(0, -1) : firstPart;
}

/** Shortens a text to `maxLength` UTF-16 units, and appends how many were cut. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const keptPart = truncateText(text, Math.max(0, maxLength - remainderNote(text.length).length));
  return keptPart + remainderNote(text.length - keptPart.length);
}
const remainderNote = (characterCount: number) => `… (${formatNumber(characterCount)} more characters)`;

/** Joins the first names and counts the rest: "Abi, Ikom, Ogoja and 22,997 more". */
export function abbreviateList(names: readonly string[], maxLength = 3): string {
  const moreCount = names.length - maxLength;
  return names.slice(0, maxLength).join(", ") + (moreCount > 0 ? ` and ${formatNumber(moreCount)} more` : "");
}
