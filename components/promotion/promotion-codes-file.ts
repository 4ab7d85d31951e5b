const HEAD = /^(codes?|promo(tion)? ?codes?)$/i;
const LONGEST = 254;

/**
 * Codes of a file or of what was typed: the first cell of each line, with the number of its line as a spreadsheet counts
 * them. Codes hold no comma or quote, so a cell ends at the first one. Empty lines and a head are left out.
 */
export function codesOf(text: string): { row: number; text: string }[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ row: index + 1, text: cellOf(line) }))
    .filter((each) => each.text !== "" && !(each.row === 1 && HEAD.test(each.text)));
}

/** What cannot be sent becomes a sign that stands in no code: then that row is wrong, not the file. */
const cellOf = (line: string) =>
  (line.split(/[,;\t]/)[0] ?? "")
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim()
    .slice(0, LONGEST)
    .replaceAll("\0", "\uFFFD")
    .replace(/[\uD800-\uDBFF]$/, "");
