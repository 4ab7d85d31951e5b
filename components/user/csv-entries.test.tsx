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
