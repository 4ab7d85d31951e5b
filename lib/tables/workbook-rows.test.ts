import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readTable } from "./read-rows";
import { makeWorkbook, type TestSheet } from "./testing-workbook";
import { readWorkbook } from "./workbook-rows";

const readSheets = (...sheets: TestSheet[]) => readTable(makeWorkbook(sheets));
const makeSheet = (...rows: TestSheet["rows"]) => ({ rows });

describe("readTable with an Excel file", () => {
  it("returns cells of an Excel file as text: long numbers, days, stored values of formulas, and errors", async () => {
    const { rows } = await readSheets(
      makeSheet([
        ...["Ada ", 2348030001234, 8030001234, null],
        { attributes: 's="1"', xml: "<v>46347</v>" },
        { attributes: "", xml: "<f>1+1</f><v>2348030001234</v>" },
        { attributes: 't="str"', xml: "<f>A1</f><v>+2348030001234</v>" },
        { attributes: 't="b"', xml: "<v>1</v>" },
        { attributes: "", xml: "<v>2.348030001234E12</v>" },
        { attributes: "", xml: "<f>1+1</f><v></v>" },
        { attributes: 't="inlineStr"', xml: "<is><t>2.34803E+12</t></is>" },
      ]),
    );
    expect(rows).toEqual([
      {
        row: 1,
        cells: [
          ...["Ada", "2348030001234", "8030001234", "", "2026-11-21", "2348030001234", "+2348030001234", "true"],
          ...["2348030001234", "", "2.34803E+12"],
        ],
      },
    ]);
  });

  it("keeps an Excel sheet's row numbers after empty rows and merged cells", async () => {
    const mergedSheet = {
      ...makeSheet(null, ["Members of June", null], null, ["Name", "Phone"], null, ["Ada", "0803"]),
    };
    const { rows, sheet } = await readSheets({
      ...mergedSheet,
      more: '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>',
    });
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, "Members of June", ""],
      [4, "Name", "Phone"],
      [6, "Ada", "0803"],
    ]);
    expect(sheet).toBeNull();
  });

  it("reads the first visible sheet with rows, and returns the sheet's name if there are several", async () => {
    const hiddenSheet = { name: "Lists", hidden: true, ...makeSheet(["hidden"]) };
    const emptySheet = { name: "Cover", ...makeSheet() };
    expect(await readSheets(hiddenSheet, emptySheet, { name: "June & July", ...makeSheet(["0803"]) })).toEqual({
      rows: [{ row: 1, cells: ["0803"] }],
      sheet: "June & July",
    });
    expect((await readSheets(hiddenSheet)).rows).toEqual([{ row: 1, cells: ["hidden"] }]);
    await expect(readSheets(emptySheet)).rejects.toThrow("This Excel file has no rows.");
  });

  it("reads an Excel sheet whose formatted empty cells extend to the last possible row", async () => {
    const lastRowXml = '<row r="1048576" s="1" customFormat="1"><c r="XFD1048576" s="1"/></row>';
    const workbook = makeWorkbook([makeSheet(["0803"])], {
      "xl/worksheets/sheet1.xml": strToU8(
        `<worksheet><sheetData><row r="1"><c r="A1"><v>803</v></c></row>${lastRowXml}</sheetData></worksheet>`,
      ),
    });
    expect((await readTable(workbook)).rows).toEqual([{ row: 1, cells: ["803"] }]);
  });

  it("refuses an Excel sheet that one distant cell makes too large for memory", async () => {
    const workbook = makeWorkbook([makeSheet()], {
      "xl/worksheets/sheet1.xml": strToU8(
        '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
      ),
    });
    await expect(readTable(workbook)).rejects.toThrow(
      "A sheet of this file reaches to row 1,048,576 and column 16,384. Copy what is needed to a new file.",
    );
  });

  it("refuses an Excel file before it unpacks to more than the limit", async () => {
    const zipBomb = makeWorkbook([makeSheet(["0803"])], { "xl/sharedStrings.xml": new Uint8Array(2_000_000) });
    expect(zipBomb.length).toBeLessThan(10_000);
    await expect(readWorkbook(zipBomb, 1_000_000)).rejects.toThrow("This Excel file unpacks to more than 1 MB.");
  });

  it("unpacks only the parts of an Excel file that contain cells, not its pictures", async () => {
    const workbook = makeWorkbook([makeSheet(["0803"])], { "xl/media/image1.png": new Uint8Array(2_000_000) });
    await expect(readWorkbook(workbook, 1_000_000)).resolves.toMatchObject({ rows: [{ row: 1, cells: ["0803"] }] });
  });

  it("rejects damaged parts of an Excel file with a hint", async () => {
    const truncatedFile = zipSync({ "xl/workbook.xml": strToU8("<workbook><sheets><sheet name='A'") });
    await expect(readTable(truncatedFile)).rejects.toThrow(/Excel file (can't be read|has no rows)/);
    const brokenFile = makeWorkbook([makeSheet([{ attributes: 't="s"', xml: "<v>99</v>" }])]);
    await expect(readTable(brokenFile)).rejects.toThrow("This Excel file can't be read. Open it in Excel. Save it as");
  });
});
