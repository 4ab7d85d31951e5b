import { expect, it } from "vitest";
import { APP_TEXT_LENGTH_MAX, TEXT_KEY_LENGTH_MAX } from "@/lib/contract/app-config.values";
import { pickTranslations } from "./pick-texts";
import { readTextRows } from "./text-rows";

const EFIK_LANGUAGE = { code: "efi", name: "Efik" };
const pickFrom = (table: string, language = EFIK_LANGUAGE) => pickTranslations(readTextRows(table), language);

it.each([
  ["the language's name", "Key,English,Efik\nwallet.send,Send,Nọ"],
  ["the language's code in another order", "EFI;Note;Text key\nNọ;x;wallet.send"],
  ["a common head", "Translation\tEnglish\tKey\nNọ\tSend\twallet.send"],
  ["being the only one beside the keys", "wallet.send,Nọ"],
  ["being the only one below a head", "Key,Mkpọ\nwallet.send,Nọ"],
])("finds the column of translations by %s", (_, table) => {
  expect(pickFrom(table).texts).toEqual([["wallet.send", "Nọ"]]);
});

it("does not use the English texts as translations, and does not guess between two columns", () => {
  expect(() => pickFrom("Key,English\nwallet.send,Send")).toThrow(
    "No column was recognised as the texts in Efik. The columns are: B “English”. Write “Efik” above the right one, then choose the file again.",
  );
  expect(() => pickFrom("wallet.send,Send,Nọ")).toThrow("The columns are: B “Send”, C “Nọ”.");
  expect(() => pickFrom("Key\nwallet.send")).toThrow("This file has no column of texts.");
  expect(pickFrom("Key,English\nwallet.send,Send", { code: "en", name: "English" }).texts).toEqual([
    ["wallet.send", "Send"],
  ]);
});

it("keeps multi-line translations, and lists unusable rows with their row numbers", () => {
  const table = [
    "Key,Efik",
    'a.one,"line\nline"',
    "",
    ",Nọ",
    "a.one,again",
    `a.${"x".repeat(TEXT_KEY_LENGTH_MAX)},Nọ`,
    `a.two,${"x".repeat(APP_TEXT_LENGTH_MAX + 1)}`,
    "a.three,",
  ].join("\n");
  const { texts: pickedTexts, problems } = pickFrom(table);
  expect(pickedTexts).toEqual([
    ["a.one", "line\nline"],
    ["a.three", ""],
  ]);
  expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
    [4, "This row has a text and no key."],
    [5, "Duplicate of row 2."],
    [6, "This key is longer than a key may be. Shorten it."],
    [7, "This text is longer than 2,000 characters. Shorten it."],
  ]);
});
