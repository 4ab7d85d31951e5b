import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { PayoutBatchDetails, PayoutRow } from "@/lib/contract/grant-payouts";
import { PayoutBatchScreen } from "./batch-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/grants/payouts/1",
  useSearchParams: () => new URLSearchParams(""),
  useRouter: () => ({ push: vi.fn() }),
});

const BATCH_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const ADMIN = { id: "a1", name: "Ada Obi", email: "ada@crossriverpay.example" };
const NO_ROWS = { rows: 0, amount: 0 };
const DRAFT: PayoutBatchDetails = {
  ...{ id: BATCH_ID, reference: "PAY-1", programme: { id: "p1", name: "Traders" }, state: "draft" },
  ...{ rows: 2, amount: 300_000, paid: NO_ROWS, failed: NO_ROWS, pending: { rows: 2, amount: 300_000 } },
  ...{ sent: NO_ROWS, removed: NO_ROWS, changed: 1, ledger: 0, provider: 0, to_banks: 100_000, is_balanced: true },
  ...{ awaiting: null, created_by: ADMIN, created_at: "2026-11-21T10:00:00.000Z", approved_by: null },
  ...{ approved_at: null, done_at: null, version: 3, timeline: [] },
};
const PARTLY_PAID: PayoutBatchDetails = {
  ...{ ...DRAFT, state: "done", paid: { rows: 1, amount: 200_000 }, failed: { rows: 1, amount: 100_000 } },
  ...{ pending: NO_ROWS, ledger: 200_000, version: 5 },
};
const makeRow = (row: number, overrides: Partial<PayoutRow>): PayoutRow => ({
  ...{
    row,
    application: { id: `g${row}`, reference: `GRA-${row}` },
    applicant: { id: `u${row}`, name: `Person ${row}` },
  },
  ...{ payout: { kind: "wallet", bank: null, account_name: null, account_last4: null }, amount: 200_000 },
  ...{ state: "pending", problem: null, tries: 0, changes: [], transaction: null },
  ...{ updated_at: "2026-11-21T10:00:00.000Z", ...overrides },
});
const BANK_PAYOUT = { kind: "bank", bank: "First Bank", account_name: "Person 2", account_last4: "6789" } as const;
const DRAFT_ROWS = [
  makeRow(1, {}),
  makeRow(2, {
    amount: 100_000,
    payout: BANK_PAYOUT,
    changes: [{ kind: "eligibility", message: "Tier 1 now, tier 2 then." }],
  }),
];

type ApiAnswer = { status?: number; message?: string; data?: unknown; current?: unknown };
type GrantedFlags = readonly string[];
const ALL_FLAGS: GrantedFlags = ["read", "create", "update", "delete", "approve", "export"];

/** Renders a payout batch. The stubbed API returns it, and responds to writes with `answers`, in order. */
async function renderScreen(
  loaded: { batch: PayoutBatchDetails; rows: readonly PayoutRow[] },
  flags: GrantedFlags,
  ...answers: ApiAnswer[]
) {
  const sent: { path: string; key: string | null; body: Record<string, unknown> }[] = [];
  const access = Object.fromEntries(flags.map((flag) => [flag, true]));
  const answerRead = (url: string) => {
    if (url.includes("/rows"))
      return { items: loaded.rows, page: 0, size: 20, total: loaded.rows.length, totalIsCapped: false };
    if (url.includes("/access")) return { features: [{ name: "Grants", access }] };
    return url.includes("/batches/") ? loaded.batch : ADMIN;
  };
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (init.method === "GET") return Response.json({ status: 200, message: "", data: answerRead(url) });
    const key = new Headers(init.headers).get("idempotency-key");
    sent.push({ path: url.split("/").at(-1) ?? "", key, body: JSON.parse(String(init.body)) });
    const { status = 200, message = "", ...overrides } = answers.shift() ?? { data: loaded.batch };
    return Response.json({ status, message, ...overrides }, { status });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PayoutBatchScreen batchId={BATCH_ID} />
    </QueryClientProvider>,
  );
  await screen.findByText("Person 1");
  return sent;
}
const clickButton = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const clickInDialog = async (dialog: string | RegExp, name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog", { name: dialog })).getByRole("button", { name }));
const typeReason = async (value: string) =>
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value } });
const selectRow = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` }));

it("shows each payout row's bank account and changes since approval, but no totals before the payment starts", async () => {
  await renderScreen({ batch: DRAFT, rows: DRAFT_ROWS }, ["read"]);
  expect(screen.getByText(/^1 row changed since approval of the application: check it/)).toBeDefined();
  expect(screen.getByText("First Bank •• 6789")).toBeDefined();
  expect(screen.getByText("Tier 1 now, tier 2 then.")).toBeDefined();
  expect(screen.queryByText("Balanced to the kobo")).toBeNull();
  for (const name of ["Send for approval", "Cancel payout", "Statement"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("submits a payout batch with the rows and amount on screen; after a conflict shows and submits the new figures and keeps the reason", async () => {
  const updated = { ...DRAFT, rows: 1, amount: 200_000, changed: 0, version: 4 };
  const loaded = { batch: DRAFT, rows: DRAFT_ROWS };
  const sent = await renderScreen(loaded, ALL_FLAGS, { status: 409, message: "It has 1 row now.", current: updated });
  await clickButton("Send for approval");
  await typeReason("The first payment of December.");
  loaded.batch = updated;
  await clickInDialog("Send PAY-1 for approval?", "Send for approval");
  expect(await screen.findByText("It has 1 row now.")).toBeDefined();
  expect(screen.getByText("Draft: 1 row, ₦2,000.00. Your text is saved.")).toBeDefined();
  await clickInDialog("Send PAY-1 for approval?", "Send for approval");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const reason = "The first payment of December.";
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ["approval", { version: 3, rows: 2, amount: 300_000, reason }],
    ["approval", { version: 4, rows: 1, amount: 200_000, reason }],
  ]);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

it("removes selected rows from a draft payout batch, and sends the reason", async () => {
  const rows = [...DRAFT_ROWS, makeRow(3, { state: "removed" })];
  const sent = await renderScreen({ batch: DRAFT, rows }, ALL_FLAGS);
  selectRow("row 2, Person 2");
  selectRow("row 3, Person 3");
  await clickButton("Remove 1 of 2");
  await clickInDialog(/^Remove row 2, Person 2, from PAY-1/, "Remove");
  expect(await screen.findByText("Use at least 3 characters.")).toBeDefined();
  await typeReason("Tier has changed.");
  await clickInDialog(/^Remove row 2, Person 2, from PAY-1/, "Remove");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toMatchObject([{ path: "rows", body: { version: 3, rows: [2], reason: "Tier has changed." } }]);
});

it("shows a payout batch's approvers, and allows only cancelling while approval is pending", async () => {
  const awaiting = {
    ...{ approvalId: "x1", change: "Pay 2 grants", requested_by: { ...ADMIN, email: "ada@example.org" } },
    ...{ approvers: [{ id: "a2", name: "Bassey Eno", email: "bassey@example.org" }], kept_out: [] },
    ...{ requested_at: "2026-11-21T10:00:00.000Z", expires_at: "2026-11-28T10:00:00.000Z" },
  };
  await renderScreen({ batch: { ...DRAFT, state: "awaiting_approval", awaiting }, rows: DRAFT_ROWS }, ALL_FLAGS);
  expect(screen.getByText("Awaiting approval by Bassey Eno")).toBeDefined();
  expect(screen.getByText(/^Nothing can be changed until it is decided\./)).toBeDefined();
  expect(await screen.findByRole("button", { name: "Withdraw the request" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel payout" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Send for approval" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

const FAILED_ROW = makeRow(2, { state: "failed", amount: 100_000, problem: "The wallet is restricted.", tries: 2 });

it("retries selected failed rows of a payout batch, and lists the result of each", async () => {
  const results = [{ row: 2, name: "Person 2", done: false, message: "It is paid already." }];
  const rows = [makeRow(1, { state: "paid" }), FAILED_ROW];
  const sent = await renderScreen({ batch: PARTLY_PAID, rows }, ALL_FLAGS, { data: { retried: 0, results } });
  expect(screen.getByText("The wallet is restricted. Tried 2 times.")).toBeDefined();
  expect(screen.getByText("Balanced to the kobo")).toBeDefined();
  selectRow("row 1, Person 1");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Retry" }).disabled).toBe(true);
  selectRow("row 2, Person 2");
  await clickButton("Retry 1 of 2");
  await clickInDialog("Retry row 2, Person 2?", "Retry");
  expect(await screen.findByRole("dialog", { name: "0 rows retried, 1 not" })).toBeDefined();
  expect(screen.getByText("It is paid already.")).toBeDefined();
  expect(sent).toMatchObject([{ path: "retry", body: { rows: [2] } }]);
  expect(sent[0]?.key).toBeTruthy();
});

it("retries all failed rows of a payout batch with one click", async () => {
  const sent = await renderScreen(
    { batch: PARTLY_PAID, rows: [makeRow(1, { state: "paid" }), FAILED_ROW] },
    ALL_FLAGS,
    {
      data: { retried: 1, results: [] },
    },
  );
  await clickButton("Retry all failed");
  await clickInDialog("Retry 1 failed row?", "Retry");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([{}]);
});
