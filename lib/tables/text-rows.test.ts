import { describe, expect, it } from "vitest";
import { decodeText } from "./encoding";
import { eachTextRow, MAX_TABLE_ROWS, readTextRows, type SpreadsheetRow } from "./text-rows";

const readRowsOf = (text: string) => readTextRows(text).map(({ row, cells }) => [row, ...cells]);
const SAMPLE_CSV = "Name;Città\r\nAdé;Calabar\r\n";

describe("CSV files", () => {
  it.each([
    ["UTF-8", Buffer.from(SAMPLE_CSV)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${SAMPLE_CSV}`)],
    ["UTF-16 LE with a byte order mark", Buffer.from(`\uFEFF${SAMPLE_CSV}`, "utf16le")],
    ["UTF-16 LE without one", Buffer.from(SAMPLE_CSV, "utf16le")],
    ["UTF-16 BE with a byte order mark", Buffer.from(`\uFEFF${SAMPLE_CSV}`, "utf16le").swap16()],
    ["UTF-16 BE without one", Buffer.from(SAMPLE_CSV, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(SAMPLE_CSV, "latin1")],
  ])("decodes a CSV file in %s", (_, bytes) => expect(decodeText(new Uint8Array(bytes))).toBe(SAMPLE_CSV));

  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
    ["pipes", "|"],
  ])("splits the rows of a CSV file at %s", (_, delimiter) => {
    const text = ["No", "Phone", "Note"].join(delimiter);
    expect(readRowsOf(`${text}\n${["1", "0803", "a b"].join(delimiter)}`)).toEqual([
      [1, "No", "Phone", "Note"],
      [2, "1", "0803", "a b"],
    ]);
  });

  it("prefers semicolons as delimiter of a CSV file if amounts contain commas", () => {
    expect(readRowsOf("0803;1,50\n0805;2,75\n")).toEqual([
      [1, "0803", "1,50"],
      [2, "0805", "2,75"],
    ]);
  });

  it("uses the delimiter of a CSV file's sep= line, which does not count as a row", () => {
    for (const line of ["sep=|", '"sep=|"', "SEP=|"])
      expect(readRowsOf(`\uFEFF${line}\r\na,b|c\r\n`)).toEqual([[1, "a,b", "c"]]);
    expect(readRowsOf("sep=,\na;b\nc;d")).toEqual([
      [1, "a;b"],
      [2, "c;d"],
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("counts empty rows and multi-line cells like a spreadsheet: %j", (end) => {
    const text = ['"phone",note', '0803,"called', 'twice, ""no"""', "", '"08', '04",x', "0805,y,,"].join(end);
    expect(readRowsOf(text)).toEqual([
      [1, "phone", "note"],
      [2, "0803", 'called\ntwice, "no"'],
      [4, "08\n04", "x"],
      [5, "0805", "y", "", ""],
    ]);
  });

  it("keeps all rows of a CSV file after an unclosed quote", () => {
    expect(readRowsOf('0803,"Ada\n"0804\n0805,"Eze\n0806').map(([row, firstCell]) => [row, firstCell])).toEqual([
      [1, "0803"],
      [2, '"0804'],
      [3, "0805"],
      [4, "0806"],
    ]);
    expect(readRowsOf('0803,"Ada\n0804,x\n"0805","Eze"')).toEqual([
      [1, "0803", '"Ada'],
      [2, "0804", "x"],
      [3, "0805", "Eze"],
    ]);
  });

  it("keeps quotes within a cell of a CSV file", () => {
    expect(readRowsOf('Ada "Big" Obi,="0803"\n')).toEqual([[1, 'Ada "Big" Obi', '="0803"']]);
  });

  it("rejects a CSV file with too many rows", () => {
    expect(() => readTextRows("1\n".repeat(MAX_TABLE_ROWS + 1))).toThrow(
      "This file has more than 200,000 rows. Split it",
    );
  });
});

describe("rows one by one", () => {
  const collect = (text: string, max = 10) => {
    let rows: SpreadsheetRow[] = [];
    let restarts = 0;
    const restart = () => {
      rows = [];
      restarts++;
    };
    eachTextRow(text, (row) => rows.push(row) < max, restart);
    return { rows, restarts };
  };

  it("eachTextRow passes the same rows as readTextRows returns", () => {
    const text = 'sep=;\r\nName;Note\r\n\r\n"A;B";"two\r\nlines"\r\n;\r\nlast;';
    expect(collect(text)).toEqual({ rows: readTextRows(text), restarts: 0 });
  });

  it("eachTextRow stops when the callback returns false", () =>
    expect(collect("a,b\nc,d\ne,f", 2).rows).toHaveLength(2));

  it("eachTextRow restarts with quotes as ordinary characters if a quote is not closed", () => {
    const text = 'a,b\n"c,d\ne,"f"';
    expect(collect(text)).toEqual({ rows: readTextRows(text), restarts: 1 });
    expect(collect(text).rows).toHaveLength(3);
  });
});
