/** The columns of one table that an SQL text writes. `expression` is the text that a column is set to. */
export type SqlWrite = {
  table: string;
  columns: { column: string; expression: string; statement: string }[];
  all: boolean;
  inserts: boolean;
};

const NAME = String.raw`"?([a-z_][a-z0-9_]*|«\d+»)"?`;
const INSERT = new RegExp(String.raw`\binsert\s+into\s+${NAME}(?:\s+as\s+\w+)?\s*(\([^()]*\))?`, "gi");
const UPDATE = new RegExp(String.raw`(?<!\bdo\s+)\bupdate\s+${NAME}(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s`, "gi");
const CONFLICT = /\bdo\s+update\s+set\s/gi;
/** Keywords that end a list of assignments or values. */
const END = /^(where|from|returning|on\s+conflict|union|group|order|limit)\b/i;

/**
 * Finds the inserts and updates in an SQL text, also within a WITH. `«n»` stands for the n-th interpolation. `all` is true for an
 * insert without a list of columns.
 */
export function sqlWrites(text: string): SqlWrite[] {
  const sql = text.replace(/--[^\n]*/g, "");
  const found: SqlWrite[] = [];
  for (const match of sql.matchAll(INSERT)) {
    const [head, table = "", list] = match;
    const statement = statementAt(sql, match.index);
    const rest = statement.slice(head.length);
    const columns = list ? list.slice(1, -1).split(",").map(bare) : [];
    const rows = rowsOf(rest);
    found.push({
      table,
      inserts: true,
      all: !list,
      columns: columns.flatMap((column, place) =>
        (rows.length ? rows : [[]]).map((row) => ({ column, expression: row[place] ?? "", statement })),
      ),
    });
    for (const conflict of rest.matchAll(CONFLICT))
      found.push({
        table,
        inserts: false,
        all: false,
        columns: assigned(rest.slice(conflict.index + conflict[0].length), statement),
      });
  }
  for (const match of sql.matchAll(UPDATE)) {
    const [head, table = ""] = match;
    const statement = statementAt(sql, match.index);
    found.push({ table, inserts: false, all: false, columns: assigned(statement.slice(head.length), statement) });
  }
  return found;
}

const bare = (name: string) => name.trim().replaceAll('"', "");

/** Returns the text from `start` to the semicolon, or to the bracket that closes around it. */
function statementAt(sql: string, start: number): string {
  const [first = ""] = split(sql.slice(start), (rest) => rest[0] === ";");
  return first;
}

/** Splits a text outside brackets and quotes. Stops at a closing bracket without its opening one. */
function split(text: string, isCut: (rest: string, before: string) => boolean): string[] {
  const parts: string[] = [];
  let [depth, start, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "'") quoted = !quoted;
    if (quoted) continue;
    if (sign === "(") depth++;
    if (sign === ")" && --depth < 0) return [...parts, text.slice(start, at)];
    if (depth || !isCut(text.slice(at, at + 20), text[at - 1] ?? " ")) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
}

/** Returns the parts between commas, up to the end of the list. */
function listed(text: string): string[] {
  const [list = ""] = split(text, (rest, before) => rest[0] === ";" || (/\s|\)/.test(before) && END.test(rest)));
  return split(list, (rest) => rest[0] === ",").map((part) => part.trim());
}

function assigned(text: string, statement: string): SqlWrite["columns"] {
  return listed(text).flatMap((part) => {
    const [, names = "", expression = ""] = /^(\([^)]*\)|[^=]+?)\s*=\s*([\s\S]*)$/.exec(part) ?? [];
    return names
      .replace(/[()]/g, "")
      .split(",")
      .flatMap((name) => (name.trim() ? [{ column: bare(name), expression, statement }] : []));
  });
}

/** Returns the rows of an insert as lists of expressions: those of VALUES, or one of a SELECT. */
function rowsOf(rest: string): string[][] {
  const values = /^\s*(?:overriding\s+\w+\s+value\s+)?values\s*/i.exec(rest);
  if (values)
    return listed(rest.slice(values[0].length)).map((row) =>
      split(row.replace(/^\(/, ""), (each) => each[0] === ",").map((part) => part.trim()),
    );
  const select = /^\s*select\s+(?:distinct\s+)?/i.exec(rest);
  return select ? [listed(rest.slice(select[0].length))] : [];
}
