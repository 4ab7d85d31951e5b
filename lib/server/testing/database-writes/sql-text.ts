/** The columns of one table that an SQL text writes. `expression` is the text that a column is set to. */
export type SqlWrite = {
  table: string;
  columns: { column: string; expression: string; statement: string }[];
  all: boolean;
  inserts: boolean;
};

const NAME_PATTERN = String.raw`"?([a-z_][a-z0-9_]*|«\d+»)"?`;
const INSERT_PATTERN = new RegExp(String.raw`\binsert\s+into\s+${NAME_PATTERN}(?:\s+as\s+\w+)?\s*(\([^()]*\))?`, "gi");
const UPDATE_PATTERN = new RegExp(
  String.raw`(?<!\bdo\s+)\bupdate\s+${NAME_PATTERN}(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s`,
  "gi",
);
const CONFLICT_PATTERN = /\bdo\s+update\s+set\s/gi;
/** Keywords that end a list of assignments or values. */
const CLAUSE_END = /^(where|from|returning|on\s+conflict|union|group|order|limit)\b/i;

/**
 * Finds the inserts and updates in an SQL text, including WITH clauses. `«n»` stands for the n-th interpolation. `all`
 * is true for an insert without a list of columns.
 */
export function parseSqlWrites(text: string): SqlWrite[] {
  const sql = text.replace(/--[^\n]*/g, "");
  const writes: SqlWrite[] = [];
  for (const match of sql.matchAll(INSERT_PATTERN)) {
    const [matchedHead, table = "", list] = match;
    const statement = statementAt(sql, match.index);
    const remaining = statement.slice(matchedHead.length);
    const columns = list ? list.slice(1, -1).split(",").map(unquote) : [];
    const rows = insertedRows(remaining);
    writes.push({
      table,
      inserts: true,
      all: !list,
      columns: columns.flatMap((column, position) =>
        (rows.length ? rows : [[]]).map((row) => ({ column, expression: row[position] ?? "", statement })),
      ),
    });
    for (const conflictMatch of remaining.matchAll(CONFLICT_PATTERN))
      writes.push({
        table,
        inserts: false,
        all: false,
        columns: assignedColumns(remaining.slice(conflictMatch.index + conflictMatch[0].length), statement),
      });
  }
  for (const match of sql.matchAll(UPDATE_PATTERN)) {
    const [matchedHead, table = ""] = match;
    const statement = statementAt(sql, match.index);
    writes.push({
      table,
      inserts: false,
      all: false,
      columns: assignedColumns(statement.slice(matchedHead.length), statement),
    });
  }
  return writes;
}

const unquote = (name: string) => name.trim().replaceAll('"', "");

/** Returns the text from `start` to the next semicolon, or to the closing bracket if `start` is within brackets. */
function statementAt(sql: string, start: number): string {
  const [firstStatement = ""] = splitTopLevel(sql.slice(start), (remaining) => remaining[0] === ";");
  return firstStatement;
}

/** Splits a text at places outside brackets and quotes. Stops at a closing bracket that was not opened in the text. */
function splitTopLevel(text: string, isCut: (remaining: string, textBefore: string) => boolean): string[] {
  const parts: string[] = [];
  let [depth, start, isQuoted] = [0, 0, false];
  for (let charIndex = 0; charIndex < text.length; charIndex++) {
    const character = text[charIndex];
    if (character === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) return [...parts, text.slice(start, charIndex)];
    if (depth || !isCut(text.slice(charIndex, charIndex + 20), text[charIndex - 1] ?? " ")) continue;
    parts.push(text.slice(start, charIndex));
    start = charIndex + 1;
  }
  return [...parts, text.slice(start)];
}

/** Returns the parts of a list that are separated by commas, up to the end of the list. */
function listParts(text: string): string[] {
  const [list = ""] = splitTopLevel(
    text,
    (remaining, textBefore) => remaining[0] === ";" || (/\s|\)/.test(textBefore) && CLAUSE_END.test(remaining)),
  );
  return splitTopLevel(list, (remaining) => remaining[0] === ",").map((part) => part.trim());
}

function assignedColumns(text: string, statement: string): SqlWrite["columns"] {
  return listParts(text).flatMap((part) => {
    const [, names = "", expression = ""] = /^(\([^)]*\)|[^=]+?)\s*=\s*([\s\S]*)$/.exec(part) ?? [];
    return names
      .replace(/[()]/g, "")
      .split(",")
      .flatMap((name) => (name.trim() ? [{ column: unquote(name), expression, statement }] : []));
  });
}

/** Returns the rows of an insert, each as a list of expressions: the rows of VALUES, or one row for a SELECT. */
function insertedRows(remaining: string): string[][] {
  const values = /^\s*(?:overriding\s+\w+\s+value\s+)?values\s*/i.exec(remaining);
  if (values)
    return listParts(remaining.slice(values[0].length)).map((row) =>
      splitTopLevel(row.replace(/^\(/, ""), (each) => each[0] === ",").map((part) => part.trim()),
    );
  const selectMatch = /^\s*select\s+(?:distinct\s+)?/i.exec(remaining);
  return selectMatch ? [listParts(remaining.slice(selectMatch[0].length))] : [];
}
