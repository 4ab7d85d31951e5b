import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { BankAccount, BankStatement } from "@/lib/contract/reconciliation-statements";
import { ImportStatementDialog } from "./import-statement-dialog";

const ACCOUNT: BankAccount = {
  ...{ id: "account-1", name: "Revenue", bank_code: "057", bank_name: "Zenith Bank", account_number: "1012345678" },
  ...{ starts_on: "2026-11-01", is_active: true, covered_to: null, balance: null, version: 1 },
};
const HEAD = "Date,Narration,Payer,Debit,Credit,Balance";
const FILE = [HEAD, "01/11/2026,Levy,Ada,,10.00,110.00", "02/11/2026,Fee,,4.00,,106.00"].join("\n");
const LAYOUT = {
  columns: { date: "Date", narration: ["Narration"], debit: "Debit", credit: "Credit", balance: "Balance" },
  date_format: "dmy",
};

type Sent = { method: string; path: string; body: Record<string, unknown> };
let sent: Sent[];
let storedLayout: object | null;
let storedLines: number;
/** Error responses to the next requests, by the last segment of their path. */
let failures: Record<string, { status: number; message: string }[]>;

const statement = (more: Partial<BankStatement> = {}): BankStatement => ({
  ...{
    id: "statement-1",
    account: { id: "account-1", name: "Revenue" },
    file_name: "nov.csv",
    file_hash: "a".repeat(64),
  },
  ...{
    format: "csv",
    state: "reading",
    from_day: "2026-11-01",
    to_day: "2026-11-02",
    opening: 10_000,
    closing: 10_600,
  },
  ...{ lines: 2, stored_lines: storedLines, known_lines: 0, problem: null, started_at: "2026-11-30T10:00:00Z" },
  ...{ imported_by: { id: "admin-1", name: "Ada", email: "ada@example.com" }, ended_at: null },
  ...more,
});
let finished: Partial<BankStatement>;

function answer(path: string, body: Record<string, unknown>): unknown {
  if (path.includes("/layouts/")) return { layout: body.layout ?? storedLayout, saved_by: null, saved_at: null };
  if (path.endsWith("/lines")) {
    storedLines = Number(body.after) + (body.lines as unknown[]).length;
    return { stored_lines: storedLines };
  }
  if (path.endsWith("/finish")) return statement({ state: "imported", ...finished });
  return statement();
}

beforeEach(() => {
  [sent, storedLayout, storedLines, failures, finished] = [[], LAYOUT, 0, {}, {}];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const path = url.replace("/api/v1/wallets/reconciliation", "");
    const body = init.body ? JSON.parse(String(init.body)) : {};
    sent.push({ method: init.method ?? "GET", path, body });
    const failure = failures[path.split("/").at(-1) ?? ""]?.shift();
    if (failure) return Response.json({ code: "X", ...failure }, { status: failure.status });
    return Response.json({ status: 200, message: "OK", data: answer(path, body) });
  });
});

const sentTo = (ending: string) => sent.filter(({ method, path }) => method !== "GET" && path.endsWith(ending));
async function openDialog(...files: (string | File)[]) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ImportStatementDialog account={ACCOUNT} onClose={onClose} />
    </QueryClientProvider>,
  );
  const input = await screen.findByLabelText("Files of bank statements", { selector: "input" });
  const chosen = files.map((file) => (typeof file === "string" ? new File([file], "nov.csv") : file));
  fireEvent.change(input, { target: { files: chosen } });
  return { onClose };
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("imports a bank statement with the columns stored for the bank, after showing the statement's period and balances", async () => {
  await openDialog(FILE);
  await screen.findByText("1 Nov 2026 to 2 Nov 2026");
  for (const amount of ["₦100.00", "₦10.00", "₦4.00", "₦106.00"]) screen.getByText(amount);
  await press("Import statement");
  await screen.findByRole("dialog", { name: "2 lines imported" });
  expect(sentTo("/statements")[0]?.body).toMatchObject({
    ...{ file_name: "nov.csv", format: "csv", from_day: "2026-11-01", to_day: "2026-11-02" },
    ...{ opening: 10_000, closing: 10_600, lines: 2, file_hash: expect.stringMatching(/^[\da-f]{64}$/) },
  });
  expect(sentTo("/lines")[0]?.body).toEqual({
    after: 0,
    lines: [
      [2, "2026-11-01", 1_000, 11_000, "Levy", ""],
      [3, "2026-11-02", -400, 10_600, "Fee", ""],
    ],
  });
  expect(sent.filter(({ method, path }) => method === "POST" && path.includes("layouts"))).toEqual([]);
});

it("asks for the period if a bank statement contains none, and accepts a longer period than that of its lines", async () => {
  await openDialog(FILE);
  const lastDay = await screen.findByRole("textbox", { name: "Last day" });
  fireEvent.change(lastDay, { target: { value: "01/11/2026" } });
  await press("Import statement");
  await screen.findByText("Choose a date from 02/11/2026 on.");
  expect(sentTo("/statements")).toEqual([]);
  fireEvent.change(lastDay, { target: { value: "04/11/2026" } });
  await press("Import statement");
  await screen.findByRole("dialog", { name: "2 lines imported" });
  expect(sentTo("/statements")[0]?.body).toMatchObject({ from_day: "2026-11-01", to_day: "2026-11-04" });
});

it("does not ask for the period of a statement if the file contains the period", async () => {
  await openDialog(`Period,31/10/2026 to 30/11/2026\n${FILE}`);
  await screen.findByText("31 Oct 2026 to 30 Nov 2026");
  expect(screen.queryByRole("textbox", { name: "Last day" })).toBeNull();
});

it("asks for a statement's columns if none are stored for the bank, and stores the chosen columns with the import", async () => {
  storedLayout = null;
  await openDialog(FILE);
  expect(await screen.findByRole("combobox", { name: "Date" })).toHaveProperty("value", "Date");
  within(screen.getByRole("region", { name: "First rows of the file" })).getByText("110.00");
  expect(screen.getAllByRole("checkbox")).toHaveLength(2);
  fireEvent.click(screen.getByRole("checkbox", { name: "Payer" }));
  fireEvent.change(screen.getByRole("combobox", { name: "Credit" }), { target: { value: "" } });
  await press("Continue");
  await screen.findByText("Choose the columns of debits and credits.");
  fireEvent.change(screen.getByRole("combobox", { name: "Credit" }), { target: { value: "Credit" } });
  await press("Continue");
  await press("Import statement");
  await screen.findByRole("dialog", { name: "2 lines imported" });
  const layout = { ...LAYOUT, columns: { ...LAYOUT.columns, narration: ["Narration", "Payer"] } };
  expect(sentTo("/layouts/057")[0]?.body).toEqual({ layout });
  expect(sentTo("/lines")[0]?.body.lines).toContainEqual([2, "2026-11-01", 1_000, 11_000, "Levy Ada", ""]);
});

it("asks for a statement's columns again if the file lacks the stored columns, and explains why chosen columns do not fit", async () => {
  await openDialog(FILE.replaceAll("Narration", "Remarks"));
  expect(await screen.findByRole("checkbox", { name: "Remarks" })).toHaveProperty("checked", true);
  fireEvent.change(screen.getByRole("combobox", { name: "Date format" }), { target: { value: "ymd" } });
  await press("Continue");
  await screen.findByText(/No row has a date and an amount in these columns/);
  expect(screen.getByRole("combobox", { name: "Date format" })).toHaveProperty("value", "ymd");
});

it("refuses a bank statement with a wrong balance, shows the line with the error, and offers to change the columns", async () => {
  await openDialog(FILE.replace("106.00", "106.01"));
  await screen.findByText(/^Line 3: the balance is ₦106.01, but the lines before it and its amount make ₦106.00/);
  await press("Change columns");
  await screen.findByRole("combobox", { name: "Date" });
  expect(sentTo("/statements")).toEqual([]);
});

it("refuses a PDF as a bank statement with an explanation, and reads the next chosen file", async () => {
  await openDialog("%PDF-1.7");
  await screen.findByText(/^This is a PDF\./);
  const input = screen.getByLabelText("Files of bank statements", { selector: "input" });
  fireEvent.change(input, { target: { files: [new File([FILE], "nov.csv")] } });
  await screen.findByRole("button", { name: "Import statement" });
  expect(screen.queryByText(/This is a PDF/)).toBeNull();
});

it("asks for the opening and closing balance if the statement's file contains no balances", async () => {
  storedLayout = { ...LAYOUT, columns: { ...LAYOUT.columns, balance: undefined } };
  await openDialog(FILE);
  fireEvent.change(await screen.findByLabelText("Opening balance"), { target: { value: "100" } });
  await press("Continue");
  await screen.findByText("Enter an amount such as 1,234.50, or -1,234.50 if overdrawn.");
  fireEvent.change(screen.getByLabelText("Closing balance"), { target: { value: "106.00" } });
  await press("Continue");
  await press("Import statement");
  await screen.findByRole("dialog", { name: "2 lines imported" });
  expect(sentTo("/statements")[0]?.body).toMatchObject({ opening: 10_000, closing: 10_600 });
});

it("continues a stopped import of a statement after the lines that are already stored", async () => {
  storedLines = 1;
  await openDialog(FILE);
  await press("Import statement");
  await screen.findByRole("dialog", { name: "2 lines imported" });
  expect(sentTo("/lines").map(({ body }) => [body.after, (body.lines as unknown[]).length])).toEqual([[1, 1]]);
});

it("continues a statement's import after a failed request without sending stored lines again", async () => {
  failures = { finish: [{ status: 500, message: "Something broke." }] };
  await openDialog(FILE);
  await press("Import statement");
  await screen.findByText("Something broke.");
  await screen.findByText(/^2 of 2 lines are stored/);
  await press("Continue import");
  await screen.findByRole("dialog", { name: "2 lines imported" });
  expect(sentTo("/lines")).toHaveLength(1);
});

it("shows the API's error for a statement file that was imported before", async () => {
  failures = { statements: [{ status: 409, message: "Ada imported this file on 29 Nov 2026." }] };
  await openDialog(FILE);
  await press("Import statement");
  await screen.findByText("Ada imported this file on 29 Nov 2026.");
});

it("shows why the API refused a bank statement, and how many of its lines an earlier statement contained", async () => {
  finished = { state: "refused", problem: "Line 2 differs from an earlier statement." };
  await openDialog(FILE, new File([FILE], "dec.csv"));
  await press("Import statement");
  await screen.findByRole("dialog", { name: "Statement refused" });
  screen.getByText("Line 2 differs from an earlier statement.");
  finished = { state: "imported", known_lines: 1 };
  await press("Next file (1)");
  await screen.findByText("dec.csv");
  await press("Import statement");
  await screen.findByText("In an earlier statement");
});

it("cancels a running import of a statement and deletes its stored lines", async () => {
  let release = () => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetchNow = (globalThis as { crossRiverPayFetch?: (url: string, init: RequestInit) => Promise<Response> })
    .crossRiverPayFetch;
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/lines")) await waits;
    return fetchNow?.(url, init);
  });
  await openDialog(FILE);
  await press("Import statement");
  await screen.findByRole("progressbar", { name: "Imported lines" });
  await press("Cancel import");
  await waitFor(() => expect(sentTo("/statements/statement-1/cancellation")).toHaveLength(1));
  release();
  await screen.findByLabelText("Files of bank statements", { selector: "input" });
  expect(sentTo("/finish")).toEqual([]);
});

it("focuses the import dialog when it opens, and closes it with Escape", async () => {
  const { onClose } = await openDialog();
  const dialog = await screen.findByRole("dialog", { name: "Import statement: Revenue" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? dialog, { key: "Escape" });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
