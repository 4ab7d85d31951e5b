/** Says which column a file begins with, rather than who somebody is. */
const HEAD = /^(phone|phone number|mobile|email|e-mail|user|user id|user_id|id)$/i;

/** The first column of a CSV file with the number of its row in the file; a head and empty lines are left out. */
export function entriesOf(csv: string): { row: number; text: string }[] {
  return csv
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ row: index + 1, text: firstCell(line).trim() }))
    .filter(({ row, text }) => text !== "" && !(row === 1 && HEAD.test(text)));
}

/** A spreadsheet quotes a cell, and some put an apostrophe before a number to keep it text. */
function firstCell(line: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(line);
  const cell = quoted ? (quoted[1] ?? "").replaceAll('""', '"') : (line.split(/[,;\t]/)[0] ?? "");
  return cell.replace(/^'/, "").slice(0, 254);
}
