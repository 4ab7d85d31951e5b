import type { BankStatementFormat } from "@/lib/contract/reconciliation.values";
import { STATEMENT_BYTES_MAX } from "@/lib/contract/reconciliation.values";
import { decodeText } from "@/lib/tables/encoding";
import { detectFileKind } from "@/lib/tables/file-kind";
import { eachTextRow } from "@/lib/tables/text-rows";
import { readWorkbook } from "@/lib/tables/workbook-rows";
import { isXml, parseCamt053 } from "./camt053";
import { guessLayout, HEADER_SEARCH_ROWS, locateLayout } from "./guess-layout";
import { cellText, type LayoutDraft, type StatementLayout, type TableRow } from "./layout";
import { isMt940, parseMt940 } from "./mt940";
import { type ParsedStatement, refuseOtherAccount, StatementError } from "./statement";
import { TableReader, type TypedBalances } from "./table-statement";

/** Data for reading a file: the account's number, the bank's layout, and balances that the admin entered. */
export type StatementRequest = {
  accountNumber: string;
  layout: StatementLayout | null;
  balances: TypedBalances | null;
};

/** Result of reading a file: the statement, or what an admin has to choose or enter first. */
export type StatementResult =
  | { statement: ParsedStatement }
  | { missing: "layout"; columns: string[]; preview: { row: number; cells: string[] }[]; draft: LayoutDraft }
  | { missing: "balances"; fromDay: string; toDay: string; lines: number };

/** Number of rows at the top of a table that are searched for the header and the layout. */
const TOP_ROWS = HEADER_SEARCH_ROWS + 100;
const PREVIEW_ROWS = 10;
const PROGRESS_ROWS = 10_000;

/** A statement's file. Its content decides the format, not its name. */
export class StatementFile {
  private constructor(
    readonly format: BankStatementFormat,
    private readonly text: string,
    private readonly sheet: readonly TableRow[],
  ) {}

  /** Opens a file and detects its format. @throws StatementError or TableError if it is too large or no statement */
  static async open(bytes: Uint8Array): Promise<StatementFile> {
    if (bytes.length > STATEMENT_BYTES_MAX)
      throw new StatementError(
        `This file is larger than ${STATEMENT_BYTES_MAX / 1_000_000} MB. Download the statement in shorter periods.`,
      );
    const beginning = bytes.length ? decodeText(bytes.subarray(0, 2_000)) : "";
    if (isXml(beginning)) return new StatementFile("camt053", decodeText(bytes), []);
    if (detectFileKind(bytes) === "xlsx") return new StatementFile("xlsx", "", (await readWorkbook(bytes)).rows);
    const text = decodeText(bytes);
    return new StatementFile(isMt940(text) ? "mt940" : "csv", text, []);
  }

  /**
   * Reads the statement, or returns what an admin has to choose or enter. Callers then call `read` again with the entered values.
   * @param onProgress called with the number of rows that were read
   * @throws StatementError that names the line
   */
  read({ accountNumber, layout, balances }: StatementRequest, onProgress: (rows: number) => void): StatementResult {
    const result = this.readFormat(accountNumber, layout, balances, onProgress);
    if ("statement" in result) refuseOtherAccount(result.statement.accountNumber, accountNumber);
    return result;
  }

  private readFormat(
    accountNumber: string,
    layout: StatementLayout | null,
    balances: TypedBalances | null,
    onProgress: (rows: number) => void,
  ): StatementResult {
    if (this.format === "mt940") return { statement: parseMt940(this.text, accountNumber) };
    if (this.format === "camt053") return { statement: parseCamt053(this.text, accountNumber) };
    const top = this.topRows();
    const fitted = layout && locateLayout(top, layout);
    if (!fitted) return missingLayout(top);
    const readRows = () => new TableReader(fitted.layout, top.slice(0, Math.max(0, fitted.start - 1)));
    const firstRow = top[fitted.start]?.row ?? 1;
    let reader = readRows();
    const add = (row: TableRow) => {
      if (row.row < firstRow) return true;
      reader.add(row);
      if (row.row % PROGRESS_ROWS === 0) onProgress(row.row);
      return true;
    };
    const restart = () => {
      reader = readRows();
    };
    if (this.format === "xlsx") for (const row of this.sheet) add(row);
    else eachTextRow(this.text, add, restart);
    return reader.finish(balances);
  }

  private topRows(): TableRow[] {
    if (this.format === "xlsx") return this.sheet.slice(0, TOP_ROWS);
    let rows: TableRow[] = [];
    const restart = () => {
      rows = [];
    };
    eachTextRow(this.text, (row) => rows.push(row) < TOP_ROWS, restart);
    return rows;
  }
}

function missingLayout(top: readonly TableRow[]): StatementResult {
  const { columns, sample, draft } = guessLayout(top);
  if (columns.length < 3)
    throw new StatementError(
      "No table was found in this file. Download the statement as CSV, Excel, MT940 or camt.053 and choose that file.",
    );
  const preview = sample
    .slice(0, PREVIEW_ROWS)
    .map(({ row, cells }) => ({ row, cells: columns.map((_, column) => cellText(cells[column]).slice(0, 80)) }));
  return { missing: "layout", columns, preview, draft };
}
