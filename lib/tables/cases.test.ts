import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { SHORTENED_NUMBER_MESSAGE } from "./cell-text";
import { readRequestedData } from "./read-requested";

const readCase = (file: string) =>
  readRequestedData(new Uint8Array(readFileSync(path.join(import.meta.dirname, "cases", file))), {
    what: "people",
    most: 100,
  });

it.each([
  [
    "copied-from-contacts.csv",
    [
      [2, "+2348030001234"],
      [3, "0803 000 5678"],
    ],
  ],
  [
    "excel-sep-and-header.csv",
    [
      [2, "08030001234"],
      [3, "+234 803 000 5678"],
    ],
  ],
  [
    "excel-text-formula.csv",
    [
      [2, "+2348030001234"],
      [3, "08030005678"],
    ],
  ],
  [
    "phone-in-second-column.csv",
    [
      [2, "08030001234"],
      [3, "08030005678"],
    ],
  ],
  ["utf16-unicode-text.txt", [[2, "08030001234"]]],
  ["excel-shortened.csv", [[3, "2348030001234"]]],
] as const)("reads the phone numbers in the file %s", async (file, entries) => {
  const { entries: foundEntries } = await readCase(file);
  expect(foundEntries.map(({ row, text }) => [row, text])).toEqual(entries);
});

it("refuses a phone number that Excel shortened, with its row and a hint", async () => {
  expect((await readCase("excel-shortened.csv")).problems).toEqual([
    { row: 2, text: "2.34803E+12", problem: SHORTENED_NUMBER_MESSAGE },
  ]);
  expect(SHORTENED_NUMBER_MESSAGE).toBe(
    "Excel shortened this number. Format the column as text, then paste the numbers again.",
  );
});
