import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { readDraft, saveAllDrafts } from "@/lib/client/drafts";
import { makeQueryClient } from "@/lib/client/query-client";
import { makeWorkbook } from "@/lib/tables/testing-workbook";
import { AddPromotionCodesDialog } from "./promotion-codes-add";

const PROMOTION_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const renderDialog = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <AddPromotionCodesDialog promotionId={PROMOTION_ID} onClose={() => {}} />
    </QueryClientProvider>,
  );
const codesBox = () => screen.findByLabelText<HTMLTextAreaElement>("Codes");

it("restores typed promotion codes after the session ended, but not after they were added", async () => {
  renderDialog();
  fireEvent.change(await codesBox(), { target: { value: "SUMMER-24\nWINTER-24" } });
  saveAllDrafts();
  cleanup();
  renderDialog();
  expect((await codesBox()).value).toBe("SUMMER-24\nWINTER-24");
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { added: 2, items: [] } }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Add 2 codes" }));
  expect(await screen.findByText(/2 codes added/)).toBeDefined();
  expect(readDraft(`promotion.codes:${PROMOTION_ID}`)).toBeUndefined();
});

const chooseFile = (name: string, ...parts: BlobPart[]) =>
  fireEvent.change(screen.getByLabelText("CSV or Excel file of codes"), { target: { files: [new File(parts, name)] } });

it("reads an Excel file of promotion codes, one per line, and lists codes that could not be added", async () => {
  const sent: { codes: { row: number; text: string }[] }[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const items = [{ row: 5, text: "A,B", problem: "Use 4 to 24 letters." }];
    return Response.json({ status: 200, message: "", data: { added: 1, items } });
  });
  renderDialog();
  const rows = [null, ["Note", "Promo code"], ["x", "SUMMER-24"], ["y", "1.23457E+13"], ["z", "A,B"]];
  chooseFile("codes.xlsx", makeWorkbook([{ name: "Hidden", hidden: true, rows: [["AAAA"]] }, { rows }]));
  expect(await screen.findByText("codes.xlsx: 2 codes read from column B “Promo code”.")).toBeDefined();
  expect((await codesBox()).value).toBe('\nPromo code\nSUMMER-24\n1.23457E+13\n"A,B"');
  fireEvent.click(await screen.findByRole("button", { name: "Add 2 codes" }));
  expect(await screen.findByText("1 code added, 2 rows with a problem")).toBeDefined();
  expect(sent[0]?.codes).toEqual([
    { row: 3, text: "SUMMER-24" },
    { row: 5, text: "A,B" },
  ]);
  const problemList = screen.getByRole("list", { name: "Rows with a problem" });
  expect(problemList.textContent).toBe(
    "Row 41.23457E+13Excel shortened this number. Format the column as text, then paste the numbers again.Row 5A,BUse 4 to 24 letters.",
  );
});

it("reads a dropped file of promotion codes, and explains the error for a file without a table", async () => {
  renderDialog();
  await codesBox();
  const dropZone = screen.getByRole("group", { name: "CSV or Excel file of codes" });
  const drop = (file: File) => fireEvent.drop(dropZone, { dataTransfer: { files: [file], getData: () => "" } });
  drop(new File(["Code;Note\r\nSUMMER-24;x\r\n"], "codes.csv"));
  expect(await screen.findByText("codes.csv: 1 code read from column A “Code”.")).toBeDefined();
  drop(new File(["%PDF-1.7"], "codes.xlsx"));
  expect(
    await screen.findByText("codes.xlsx: This is a PDF. Save it as .xlsx or CSV and choose that file."),
  ).toBeDefined();
  const tooManyCodes = Array.from({ length: 10_001 }, (_, n) => `CODE-${n}`).join("\n");
  drop(new File([tooManyCodes], "many.txt"));
  expect(
    await screen.findByText("many.txt: These are 10,001 codes, and 10,000 can be added at a time. Split them."),
  ).toBeDefined();
});
