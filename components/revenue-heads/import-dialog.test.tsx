import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { CheckedHeadImportRow } from "@/lib/contract/revenue-heads";
import { RevenueHeadImportDialog } from "./import-dialog";

/** Renders the dialog. The stubbed API returns `items` as results of the check. @returns sent requests, and `onClose` */
function renderDialog(items: CheckedHeadImportRow[]) {
  const sent: [string, { starts_on: string; entries: { code: string }[] }][] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    sent.push([url.split("/").at(-1) ?? "", JSON.parse(String(init.body))]);
    const data = url.endsWith("/check") ? { items } : { added: 2, changed: 0, unchanged: 0 };
    return Response.json({ status: 200, message: "", data });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RevenueHeadImportDialog onClose={onClose} />
    </QueryClientProvider>,
  );
  return { sent, onClose };
}
const chooseFile = async (text: string) =>
  fireEvent.change(await screen.findByLabelText("CSV or Excel file of revenue heads"), {
    target: { files: [new File([text], "heads.csv", { type: "text/csv" })] },
  });
const row = (number: number, values: Partial<CheckedHeadImportRow> = {}): CheckedHeadImportRow => ({
  ...{ row: number, text: `1201010${number} Fee`, result: "new", problem: null },
  ...values,
});

it("checks a file of revenue heads and imports it if no row has a problem", async () => {
  const { sent, onClose } = renderDialog([row(2), row(3)]);
  await chooseFile("Code,Name,Ministry\n12010102,Fee,Works\n12010103,Fee,Works\n");
  fireEvent.click(await screen.findByRole("button", { name: "Import 2 revenue heads" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(([path, { entries }]) => [path, entries.map(({ code }) => code)])).toEqual([
    ["check", ["12010102", "12010103"]],
    ["import", ["12010102", "12010103"]],
  ]);
});

it("lists the rows of a revenue head file that have a problem, and disables the import", async () => {
  renderDialog([row(2), row(3, { result: "problem", problem: "Bank: Enter the bank of this account." })]);
  await chooseFile("Code,Name,Ministry\n12010102,Fee,Works\n12010103,Fee,Works\n");
  expect(await screen.findByText("heads.csv: 1 new, 0 changed, 0 unchanged, 1 with a problem")).toBeDefined();
  expect(screen.getByText(/Bank: Enter the bank of this account/)).toBeDefined();
  expect(screen.getByRole("button", { name: /^Import/ })).toHaveProperty("disabled", true);
});

it("lists the column headers that a file of revenue heads lacks", async () => {
  const { sent } = renderDialog([]);
  await chooseFile("Price\n12\n");
  expect(await screen.findByText(/no row with the headers Code, Name and Ministry/)).toBeDefined();
  expect(sent).toEqual([]);
});
