import { expect, it } from "vitest";
import { entriesOf } from "./csv-entries";

it("reads the first column with the rows' own numbers, without a head, a mark or empty lines", () => {
  const csv = '\uFEFFPhone,Name\r\n"0803 000 1234",Ada\r\n\r\nada@example.com;x\r\n\'+2348030001234\tb\n"a ""b""",c\n';
  expect(entriesOf(csv)).toEqual([
    { row: 2, text: "0803 000 1234" },
    { row: 4, text: "ada@example.com" },
    { row: 5, text: "+2348030001234" },
    { row: 6, text: 'a "b"' },
  ]);
  expect(entriesOf("0803\nphone")).toEqual([
    { row: 1, text: "0803" },
    { row: 2, text: "phone" },
  ]);
  expect(entriesOf("\n \n")).toEqual([]);
});

it("reads what stands in quotes as one cell, over several lines too, and counts rows as a spreadsheet does", () => {
  const csv = '"phone",note\r\n0803,"called\r\ntwice, ""no""\nanswer"\r\n"08\n04";x\n\n , "0\n0805,"",end\n0806';
  expect(entriesOf(csv)).toEqual([
    { row: 2, text: "0803" },
    { row: 3, text: "08\n04" },
    { row: 6, text: "0805" },
    { row: 7, text: "0806" },
  ]);
});

it("takes a quote that does not close with its cell for a sign like any other, so that no row below is lost", () => {
  expect(entriesOf('0803,"Ada\n"0804\n0805,"Eze\n0806')).toEqual([
    { row: 1, text: "0803" },
    { row: 2, text: '"0804' },
    { row: 3, text: "0805" },
    { row: 4, text: "0806" },
  ]);
});

it("makes what can't be sent an error of its row", () => {
  expect(entriesOf(`08\u000003\n${"x".repeat(253)}😀\n0805`)).toEqual([
    { row: 1, text: "08\uFFFD03" },
    { row: 2, text: `${"x".repeat(253)}\uFFFD` },
    { row: 3, text: "0805" },
  ]);
});
