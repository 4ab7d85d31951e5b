import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { Language, TranslationImportPreview } from "@/lib/contract/app-config-languages";
import { makeWorkbook } from "@/lib/tables/testing-workbook";
import { ImportTextsDialog } from "./language-import-dialog";

type SentImport = { texts: Record<string, string>; versions: Record<string, number> };
let sentImports: SentImport[];
/** Status codes of the next responses to an import. */
let answerStatuses: number[];
let brokenTexts: TranslationImportPreview["broken"];

const VERSION = 7;
const makePreview = (texts: Record<string, string>): TranslationImportPreview => ({
  new: [],
  changed: Object.entries(texts).map(([key, becomes]) => ({
    key,
    is: "Old",
    becomes,
    problem: null,
    version: VERSION,
  })),
  broken: [],
  same: 0,
});

beforeEach(() => {
  sentImports = [];
  answerStatuses = [];
  brokenTexts = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    if (String(url).endsWith("/import")) {
      sentImports.push(body);
      const status = answerStatuses.shift() ?? 200;
      if (status !== 200) return Response.json({ status, code: "X", message: "Something broke." }, { status });
    }
    return Response.json({ status: 200, message: "OK", data: { ...makePreview(body.texts), broken: brokenTexts } });
  });
});
const EFIK: Language = {
  code: "efi",
  name: "Efik",
  direction: "ltr",
  source: false,
  keys: 500,
  translated: 500,
  changed: 0,
  position: 1,
  version: 1,
};
const chooseFileWithTexts = (texts: Record<string, string>) =>
  chooseFile(new File([JSON.stringify(texts)], "efi.json"));
async function chooseFile(file: File) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ImportTextsDialog language={EFIK} onClose={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("File"), { target: { files: [file] } });
}

it("the text import sends the text versions that its preview showed", async () => {
  await chooseFileWithTexts({ "a.one": "Kiet", "a.two": "Iba" });
  fireEvent.click(await screen.findByRole("button", { name: "Import 2 texts" }));
  await screen.findByRole("dialog", { name: "2 texts imported" });
  expect(sentImports[0]?.versions).toEqual({ "a.one": VERSION, "a.two": VERSION });
});

it("the text import's result includes texts that were imported before a request failed", async () => {
  // Creates so many texts that the import needs more than one request.
  const texts = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`many.k${n}`, "x".repeat(2_000)]));
  answerStatuses = [200, 500];
  await chooseFileWithTexts(texts);
  fireEvent.click(await screen.findByRole("button", { name: "Import 500 texts" }));
  await screen.findByText("Something broke.");
  answerStatuses = [500];
  fireEvent.click(screen.getByRole("button", { name: "Import the rest" }));
  await screen.findByText("Something broke.");
  fireEvent.click(await screen.findByRole("button", { name: "Import the rest" }));
  await screen.findByRole("dialog", { name: "500 texts imported" });
  expect(sentImports).toHaveLength(4);
  const [first, ...laterImports] = sentImports;
  expect(Object.keys(first?.texts ?? {}).length + Object.keys(laterImports.at(-1)?.texts ?? {}).length).toBe(500);
});

it("imports text keys and texts from an Excel file, and lists the rows that it skipped", async () => {
  const rows = [
    ["Key", "English", "Efik"],
    ["a.one", "One", "Kiet"],
    ["a.one", "One", "Iba"],
    ["", "", "Ita"],
  ];
  await chooseFile(new File([makeWorkbook([{ rows }])], "efi.xlsx"));
  expect(await screen.findByText("2 rows are left out")).toBeDefined();
  expect(screen.getByRole("list", { name: "Rows with a problem" }).textContent).toBe(
    "Row 3a.oneDuplicate of row 2.Row 4ItaThis row has a text and no key.",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Import 1 text" }));
  await screen.findByRole("dialog", { name: "1 text imported" });
  expect(sentImports[0]?.texts).toEqual({ "a.one": "Kiet" });
});

it("the text import lists a table's columns if it does not recognise the text column", async () => {
  await chooseFile(new File(["Key;English;Note\na.one;One;x\n"], "efi.csv"));
  expect(
    await screen.findByText(
      "No column was recognised as the texts in Efik. The columns are: B “English”, C “Note”. Write “Efik” above the right one, then choose the file again.",
    ),
  ).toBeDefined();
});

it("the text import refuses an old Excel file (.xls), and shows how to save the file instead", async () => {
  await chooseFile(new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])], "efi.xls"));
  expect(await screen.findByText(/This is an old Excel file \(\.xls\)\. Save it as \.xlsx or CSV/)).toBeDefined();
  expect(sentImports).toEqual([]);
});

it("the text import lists texts that can't be imported, such as those of an unknown key", async () => {
  brokenTexts = [{ key: "no.such.key", is: "", becomes: "Kiet", problem: "There is no such key.", version: 0 }];
  await chooseFileWithTexts({ "a.one": "Iba" });
  const region = await screen.findByRole("region", { name: "Broken, left out" });
  expect(region.textContent).toContain("no.such.key");
  expect(region.textContent).toContain("Kiet");
});
