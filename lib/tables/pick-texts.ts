import { KEY_NAME, KEY_NAME_MAX, TEXT_MAX } from "@/lib/contract/app-config.values";
import { cleanLine, cleanValue } from "@/lib/contract/pasted.values";
import { type ColumnSpec, columnName, findColumns, named } from "./columns";
import type { RowProblem } from "./pick";
import { TableError } from "./problem";
import type { TextRow } from "./text-rows";

export type Target = { code: string; name: string };
export type PickedTexts = { texts: [key: string, text: string][]; problems: RowProblem[] };

const KEY = /^(?:text|string|message|translation)?(?:keys?|keyname|identifiers?|ids?)$/;
const TEXT = /^(?:app)?(?:texts?|translations?|translated|values?|targets?|messages?|strings?)$/;

const KEYS: ColumnSpec = {
  heads: [(head) => KEY.test(columnName(head))],
  kinds: [(cell) => KEY_NAME.test(cleanValue(cell)) && cell.includes(".")],
  values: "keys",
  head: "Key",
};

/**
 * Reads the keys and texts of one language. Finds the column of texts by the language's name or code, or by a header such as
 * "Text". Otherwise uses the only other column.
 * @throws TableError
 */
export function pickTexts(rows: readonly TextRow[], language: Target): PickedTexts {
  const found = findColumns(rows, KEYS);
  const [keys = 0] = found.columns;
  const column = textColumn(rows, found.head, keys, language);
  const texts: [string, string][] = [];
  const problems: RowProblem[] = [];
  const rowOf = new Map<string, number>();
  for (const { row, cells } of found.rows) {
    const key = cleanValue(cells[keys] ?? "");
    const text = (cells[column] ?? "").trim();
    const problem = problemOf(key, text, rowOf.get(key));
    if (problem) problems.push({ row, text: (key || text).slice(0, 80), problem });
    else {
      rowOf.set(key, row);
      texts.push([key, text]);
    }
  }
  return { texts, problems };
}

function problemOf(key: string, text: string, earlier: number | undefined): string | null {
  if (!key) return "This row has a text and no key.";
  if (key.length > KEY_NAME_MAX) return "This key is longer than a key may be. Shorten it.";
  if (earlier) return `Duplicate of row ${earlier}.`;
  return text.length > TEXT_MAX
    ? `This text is longer than ${TEXT_MAX.toLocaleString("en")} characters. Shorten it.`
    : null;
}

function textColumn(rows: readonly TextRow[], head: TextRow | null, keys: number, { code, name }: Target): number {
  const widest = Math.max(...rows.map(({ cells }) => cells.length));
  const others = Array.from({ length: widest }, (_, place) => place).filter(
    (place) => place !== keys && rows.some(({ cells }) => cells[place]?.trim()),
  );
  const heads = others.map((place) => columnName(cleanLine(head?.cells[place] ?? "")));
  const byHead = (isOf: (head: string) => boolean) => others[heads.findIndex(isOf)];
  const own = [columnName(name), columnName(code)];
  const known =
    byHead((each) => own.includes(each)) ??
    byHead((each) => own.some((word) => each === `${word}text` || each === `${word}translation`)) ??
    byHead((each) => TEXT.test(each));
  if (known !== undefined) return known;
  const [only] = others;
  // Excludes the English column and notes, which must not be used as translations.
  const isOther = heads[0] && /^(?:english|en|source|notes?|descriptions?|comments?)$/.test(heads[0]);
  if (only !== undefined && others.length === 1 && !isOther) return only;
  if (others.length === 0)
    throw new TableError(`This file has no column of texts. Put the keys in one column and the texts in another.`);
  const shown = named(head ? [head] : rows, others);
  throw new TableError(
    `No column was recognised as the texts in ${name}. The columns are: ${shown}. Write “${name}” above the right one, then choose the file again.`,
  );
}
