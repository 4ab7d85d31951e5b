import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { ITEM_REMARK_MAX, ITEMS_PER_DECISION_MAX, type ItemDecision } from "@/lib/contract/reconciliation-items.values";
import { cleanCell } from "./cell-text";
import { normaliseHeader } from "./columns";
import type { RowProblem } from "./pick-values";
import { TableError } from "./table-error";
import type { SpreadsheetRow } from "./text-rows";

/** A decision about a reconciliation item, read from a row of an exported file. `row`: the row's number in the spreadsheet. */
export type PickedItemDecision = {
  row: number;
  item_id: number;
  version?: number;
  decision: ItemDecision;
  match_with: number[];
  remark: string;
};
/** Decisions of a file, the rows that can't be used, and the number of rows without a decision. */
export type PickedItemDecisions = { decisions: PickedItemDecision[]; problems: RowProblem[]; undecided: number };

/** Headers of the columns, normalised by `normaliseHeader`. */
const HEADERS = {
  item: ["item", "itemid", "itemno", "itemnumber"],
  version: ["version"],
  decision: ["decision", "decisions"],
  matchWith: ["matchwith", "matchwithitem", "matchwithitems"],
  remark: ["remark", "remarks", "comment"],
} as const;
type ColumnKey = keyof typeof HEADERS;
const MAX_HEADER_ROW = 10;

const DECISION_TEXTS: Record<string, ItemDecision> = {
  match: "match",
  matched: "match",
  writeoff: "write_off",
  suspense: "suspense",
  posttosuspense: "suspense",
};

/** Reads the decisions of an exported file that was edited. Skips rows without a decision. @throws TableError */
export function pickItemDecisions(rows: readonly SpreadsheetRow[]): PickedItemDecisions {
  const { columns, body } = findDecisionColumns(rows);
  const result: PickedItemDecisions = { decisions: [], problems: [], undecided: 0 };
  const rowByItem = new Map<number, number>();
  for (const { row, cells } of body) {
    const cellOf = (key: ColumnKey) => cells[columns.get(key) ?? -1] ?? "";
    if (!cleanPastedLine(cellOf("decision"))) {
      result.undecided += 1;
      continue;
    }
    const picked = readDecision(row, cellOf);
    const earlier = typeof picked === "string" ? undefined : rowByItem.get(picked.item_id);
    const problem = typeof picked === "string" ? picked : earlier && `Row ${earlier} decides this item already.`;
    if (typeof picked === "string" || problem)
      result.problems.push({ row, text: cleanPastedLine(cellOf("item")).slice(0, 40), problem: String(problem) });
    else {
      rowByItem.set(picked.item_id, row);
      result.decisions.push(picked);
    }
  }
  return result;
}

function findDecisionColumns(rows: readonly SpreadsheetRow[]) {
  for (const [index, header] of rows.slice(0, MAX_HEADER_ROW).entries()) {
    const names = header.cells.map((cell) => normaliseHeader(cleanPastedLine(cell)));
    const entries = (Object.keys(HEADERS) as ColumnKey[]).flatMap((key) => {
      const column = names.findIndex((name) => (HEADERS[key] as readonly string[]).includes(name));
      return column === -1 ? [] : [[key, column] as const];
    });
    const columns = new Map(entries);
    if (columns.has("item") && columns.has("decision")) return { columns, body: rows.slice(index + 1) };
  }
  throw new TableError(
    "This file has no columns “Item” and “Decision”. Export the items, fill in the last columns, and choose that file.",
  );
}

/** Returns the decision of a row, or what is wrong with it. */
function readDecision(row: number, cellOf: (key: ColumnKey) => string): PickedItemDecision | string {
  const itemId = wholeNumber(cellOf("item"));
  if (itemId === null) return "The cell “Item” has no number of an item.";
  const decision = DECISION_TEXTS[normaliseHeader(cleanPastedLine(cellOf("decision")))];
  if (!decision)
    return `Use Match, Write off or Suspense instead of “${cleanPastedLine(cellOf("decision")).slice(0, 40)}”.`;
  const matchWith = itemNumbers(cellOf("matchWith"));
  if (matchWith === null) return "Write the numbers of items in “Match with”, separated by semicolons.";
  if (matchWith.length > ITEMS_PER_DECISION_MAX)
    return `Match with at most ${ITEMS_PER_DECISION_MAX} items in one row.`;
  const remark = cleanPastedLine(cellOf("remark"));
  if (remark.length < 3) return "Write a remark of at least 3 characters.";
  if (remark.length > ITEM_REMARK_MAX) return `Shorten the remark to ${ITEM_REMARK_MAX} characters.`;
  const version = wholeNumber(cellOf("version"));
  return {
    ...{ row, item_id: itemId, decision, remark },
    match_with: matchWith.filter((id) => id !== itemId),
    ...(version !== null && { version }),
  };
}

function wholeNumber(cell: string): number | null {
  const text = cleanCell(cell).replace(/^item\s*/i, "");
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Returns the item numbers of a cell such as `12; 13`; null for other text. */
function itemNumbers(cell: string): number[] | null {
  const parts = cleanPastedLine(cell)
    .split(/[;,\s]+/)
    .filter((part) => part && !/^(?:items?|and|&)$/i.test(part));
  const numbers = parts.flatMap((part) => wholeNumber(part) ?? []);
  return numbers.length === parts.length ? [...new Set(numbers)] : null;
}
