const count = (value: number) => value.toLocaleString("en");

/** Returns the first `most` UTF-16 units of a text, without splitting a character. */
export function beginningOf(text: string, most: number): string {
  const cut = text.slice(0, most);
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Shortens a text to `most` UTF-16 units, with a note of how many were cut. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const begun = beginningOf(text, Math.max(0, most - notKept(text.length).length));
  return begun + notKept(text.length - begun.length);
}
const notKept = (characters: number) => `… (${count(characters)} more characters)`;

/** Joins the first names and counts the rest: "Abi, Ikom, Ogoja and 22,997 more". */
export function fewOf(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${count(more)} more` : "");
}
