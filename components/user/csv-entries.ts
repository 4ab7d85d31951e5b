/** Says which column a file begins with, rather than who somebody is. */
const HEAD = /^(phone|phone number|mobile|email|e-mail|user|user id|user_id|id)$/i;

const LONGEST = 254;

/**
 * The first column of a CSV file with the number of its row as a spreadsheet counts them, in which a cell in quotes may go
 * over several lines; a head and empty rows are left out.
 */
export function entriesOf(csv: string): { row: number; text: string }[] {
  return firstCells(csv.replace(/^\uFEFF/, ""))
    .map((cell, index) => ({ row: index + 1, text: sendable(cell.trim().replace(/^'/, "").trim()) }))
    .filter(({ row, text }) => text !== "" && !(row === 1 && HEAD.test(text)));
}

/** What cannot be sent becomes a sign that stands in nobody's number or address: then that row is wrong, not the file. */
const sendable = (text: string) => text.slice(0, LONGEST).replaceAll("\0", "\uFFFD").toWellFormed();

/** A library reads more (types, streams, guesses) than a column takes, and would be loaded with the page. */
function firstCells(csv: string): string[] {
  const cells: string[] = [];
  let at = 0;
  let isFirst = true;
  while (at < csv.length || !isFirst) {
    const { text, end } = cellAt(csv, at);
    if (isFirst) cells.push(text);
    isFirst = !/[,;\t]/.test(csv.charAt(end));
    at = end + (csv.startsWith("\r\n", end) ? 2 : 1);
  }
  return cells;
}

const CELL_END = /[,;\t\r\n]|$/g;

/** A cell, and where it ends. */
function cellAt(csv: string, at: number): { text: string; end: number } {
  const quoted = quotedAt(csv, at);
  if (quoted) return quoted;
  const end = endOf(csv, at);
  return { text: csv.slice(at, end), end };
}

const endOf = (csv: string, at: number) => {
  CELL_END.lastIndex = at;
  return CELL_END.exec(csv)?.index ?? csv.length;
};

/** A quote that does not close with the cell is a sign like any other: it must not swallow the rows below. */
function quotedAt(csv: string, at: number): { text: string; end: number } | null {
  let start = at;
  while (csv[start] === " ") start++;
  if (csv[start] !== '"') return null;
  let close = csv.indexOf('"', start + 1);
  while (close >= 0 && csv[close + 1] === '"') close = csv.indexOf('"', close + 2);
  const end = endOf(csv, close + 1);
  if (close < 0 || csv.slice(close + 1, end).trim()) return null;
  return { text: csv.slice(start + 1, close).replaceAll('""', '"'), end };
}
