import { APP_TEXT_LENGTH_MAX, TEXT_KEY_LENGTH_MAX, TEXT_KEY_PATTERN } from "@/lib/contract/app-config.values";
import { cleanPastedLine, cleanPastedValue } from "@/lib/contract/pasted.values";
import { type ColumnSpec, describeColumns, findColumns, normaliseHeader } from "./columns";
import type { RowProblem } from "./pick-values";
import { TableError } from "./table-error";
import type { SpreadsheetRow } from "./text-rows";

/** The language whose texts are read from a table. */
export type TargetLanguage = { code: string; name: string };
/** Texts by key that were read from a table, and the rows that can't be used. */
export type PickedTranslations = { texts: [key: string, text: string][]; problems: RowProblem[] };

const KEY_HEADER = /^(?:text|string|message|translation)?(?:keys?|keyname|identifiers?|ids?)$/;
const TEXT_HEADER = /^(?:app)?(?:texts?|translations?|translated|values?|targets?|messages?|strings?)$/;

const KEY_COLUMN: ColumnSpec = {
  heads: [(head) => KEY_HEADER.test(normaliseHeader(head))],
  kinds: [(cell) => TEXT_KEY_PATTERN.test(cleanPastedValue(cell)) && cell.includes(".")],
  values: "keys",
  head: "Key",
};

/**
 * Reads the keys and texts of one language. Finds the column of texts by the language's name or code, or by a header such as
 * "Text". Otherwise uses the only other column.
 * @throws TableError
 */
export function pickTranslations(rows: readonly SpreadsheetRow[], language: TargetLanguage): PickedTranslations {
  const keyColumns = findColumns(rows, KEY_COLUMN);
  const [keys = 0] = keyColumns.columns;
  const column = findTextColumn(rows, keyColumns.head, keys, language);
  const texts: [string, string][] = [];
  const problems: RowProblem[] = [];
  const rowByKey = new Map<string, number>();
  for (const { row, cells } of keyColumns.rows) {
    const key = cleanPastedValue(cells[keys] ?? "");
    const text = (cells[column] ?? "").trim();
    const problem = textProblem(key, text, rowByKey.get(key));
    if (problem) problems.push({ row, text: (key || text).slice(0, 80), problem });
    else {
      rowByKey.set(key, row);
      texts.push([key, text]);
    }
  }
  return { texts, problems };
}

function textProblem(key: string, text: string, earlierRow: number | undefined): string | null {
  if (!key) return "This row has a text and no key.";
  if (key.length > TEXT_KEY_LENGTH_MAX) return "This key is longer than a key may be. Shorten it.";
  if (earlierRow) return `Duplicate of row ${earlierRow}.`;
  return text.length > APP_TEXT_LENGTH_MAX
    ? `This text is longer than ${APP_TEXT_LENGTH_MAX.toLocaleString("en")} characters. Shorten it.`
    : null;
}

function findTextColumn(
  rows: readonly SpreadsheetRow[],
  head: SpreadsheetRow | null,
  keys: number,
  { code, name }: TargetLanguage,
): number {
  const columnCount = Math.max(...rows.map(({ cells }) => cells.length));
  const others = Array.from({ length: columnCount }, (_, columnIndex) => columnIndex).filter(
    (columnIndex) => columnIndex !== keys && rows.some(({ cells }) => cells[columnIndex]?.trim()),
  );
  const heads = others.map((columnIndex) => normaliseHeader(cleanPastedLine(head?.cells[columnIndex] ?? "")));
  const byHead = (matches: (head: string) => boolean) => others[heads.findIndex(matches)];
  const ownNames = [normaliseHeader(name), normaliseHeader(code)];
  const knownColumn =
    byHead((each) => ownNames.includes(each)) ??
    byHead((each) => ownNames.some((word) => each === `${word}text` || each === `${word}translation`)) ??
    byHead((each) => TEXT_HEADER.test(each));
  if (knownColumn !== undefined) return knownColumn;
  const [onlyColumn] = others;
  // Excludes the English column and notes, which are not translations.
  const isOtherKind = heads[0] && /^(?:english|en|source|notes?|descriptions?|comments?)$/.test(heads[0]);
  if (onlyColumn !== undefined && others.length === 1 && !isOtherKind) return onlyColumn;
  if (others.length === 0)
    throw new TableError(`This file has no column of texts. Put the keys in one column and the texts in another.`);
  const columnList = describeColumns(head ? [head] : rows, others);
  throw new TableError(
    `No column was recognised as the texts in ${name}. The columns are: ${columnList}. Write “${name}” above the right one, then choose the file again.`,
  );
}
