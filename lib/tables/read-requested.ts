import { type PickedItemDecisions, pickItemDecisions } from "./pick-decisions";
import { type PickedRevenueHeads, pickRevenueHeads } from "./pick-heads";
import { type PickedTranslations, pickTranslations, type TargetLanguage } from "./pick-texts";
import { type PickedValues, pickPeople, pickPromotionCodes } from "./pick-values";
import { readTable, type Table } from "./read-rows";
import { TableError } from "./table-error";
import { readTextRows } from "./text-rows";

/**
 * Data to read from a table: a person, a promotion code, a revenue head or a decision per row, or the translations of a language by key. A
 * table with more than `most` entries is refused here, because passing 100,000 entries to the page would freeze it.
 */
export type TableRequest =
  | { what: "people"; most: number }
  | { what: "codes"; most: number }
  | { what: "heads"; most: number }
  | { what: "texts"; language: TargetLanguage }
  | { what: "decisions"; most: number };
/** Result for each kind of requested data. */
export type TableResults = {
  people: PickedValues;
  codes: PickedValues;
  heads: PickedRevenueHeads;
  texts: PickedTranslations;
  decisions: PickedItemDecisions;
};
/** Requested data, and `sheet`: the name of the sheet that was read, or null if the file has only one. */
export type TableResultOf<W extends TableRequest> = TableResults[W["what"]] & Pick<Table, "sheet">;

/** Reads the requested data from a file or from pasted text. @throws TableError */
export async function readRequestedData<W extends TableRequest>(
  source: Uint8Array | string,
  request: W,
): Promise<TableResultOf<W>> {
  const { rows, sheet } =
    typeof source === "string" ? { rows: readTextRows(source), sheet: null } : await readTable(source);
  return { ...pickRequested(rows, request), sheet };
}

function pickRequested<W extends TableRequest>(rows: Table["rows"], request: W): TableResults[W["what"]];
function pickRequested(rows: Table["rows"], request: TableRequest): TableResults[TableRequest["what"]] {
  if (request.what === "decisions") return refuseManyDecisions(pickItemDecisions(rows), request.most);
  if (request.what === "texts") return pickTranslations(rows, request.language);
  if (request.what === "heads") {
    const picked = pickRevenueHeads(rows);
    const [found, most] = [picked.heads.length, request.most].map((count) => count.toLocaleString("en"));
    if (picked.heads.length <= request.most) return picked;
    throw new TableError(`This file has ${found} revenue heads, and an import accepts ${most}. Split it.`);
  }
  const picked = request.what === "people" ? pickPeople(rows) : pickPromotionCodes(rows);
  const [countText, maxText] = [picked.entries.length, request.most].map((count) => count.toLocaleString("en"));
  if (picked.entries.length <= request.most) return picked;
  throw new TableError(
    request.what === "people"
      ? `This file has ${countText} rows, and a check accepts ${maxText}. Split it and add it in parts.`
      : `These are ${countText} codes, and ${maxText} can be added at a time. Split them.`,
  );
}

function refuseManyDecisions(picked: PickedItemDecisions, most: number): PickedItemDecisions {
  const count = picked.decisions.length + picked.problems.length;
  if (count <= most) return picked;
  throw new TableError(
    `This file has ${count.toLocaleString("en")} decisions, and ${most.toLocaleString("en")} can be made at a time. Split it.`,
  );
}
