import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import { SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import type { MovementDetails } from "@/lib/contract/system-wallet";
import { MovementDialog } from "./movement-dialog";

const ACCOUNTS = SYSTEM_ACCOUNTS.map((account) => ({
  account,
  balance: 100_000,
  available: 100_000,
  waiting: 0,
  left_lately: 0,
}));
const DRAFT: MovementDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  reference: "MOV-1",
  kind: "transfer",
  state: "draft",
  account: "suspense",
  to_account: "grants_pool",
  direction: null,
  amount: 5_000,
  note: "A grant of October",
  external_reference: "",
  requested_by: { id: "a1", name: "Ada Obi", email: "ada@crossriverpay.example" },
  requested_at: "2026-11-21T10:00:00.000Z",
  decided_by: null,
  decided_at: null,
  entry_id: null,
  reverses_entry_id: null,
  transaction: null,
  version: 4,
  awaiting: null,
  timeline: [],
};

type RequestBody = Record<string, unknown>;

/** Renders the dialog of a manual transfer and returns the request bodies. Stubbed responses are used in order. */
async function renderDialog(
  draft?: MovementDetails,
  ...answers: { status: number; message?: string; current?: unknown }[]
) {
  const sent: RequestBody[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    const { status, ...rest } = answers[sent.length - 1] ?? { status: 200 };
    const body = status === 200 ? { data: { reference: "MOV-1", awaiting: null } } : { code: "CONFLICT", ...rest };
    return Response.json({ status, message: "", ...body }, { status });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MovementDialog accounts={ACCOUNTS} draft={draft} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const getField = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const type = (label: string, value: string) => fireEvent.change(getField(label), { target: { value } });
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it.each([
  ["another kind that has no such account", ["fund"]],
  ["a kind with only one account", ["clear", "fund"]],
])(
  "clears the chosen account when the kind of a manual transfer changes to %s, and requires a new choice before preview and sending",
  async (_, kinds) => {
    const { sent, onClose } = await renderDialog();
    type("What to do", "withdraw");
    type("Account", "fee_income");
    type("Amount in naira", "50");
    type("Reason", "Fees of October");
    expect(screen.getAllByText(/→/)[0]?.textContent).toBe("₦1,000.00 → ₦950.00");
    for (const kind of kinds) type("What to do", kind);
    expect(getField("Account").value).toBe("");
    expect(screen.queryByText(/→/)).toBeNull();
    type("What to do", "transfer");
    expect([getField("From").value, getField("To").value]).toEqual(["", ""]);
    type("To", "grants_pool");
    clickButton("Save");
    await screen.findByText("Choose an account.");
    expect(sent).toEqual([]);
    type("From", "suspense");
    clickButton("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ kind: "transfer", account: "suspense", to_account: "grants_pool", amount: 5_000 }]);
  },
);

it("keeps the chosen account of a manual transfer if the new kind offers the account as well", async () => {
  await renderDialog();
  type("What to do", "withdraw");
  type("Account", "grants_pool");
  type("What to do", "transfer");
  expect(getField("From").value).toBe("grants_pool");
});

it("clears money from suspense by the transaction's reference alone, without an account, and saves it as a draft", async () => {
  const { sent, onClose } = await renderDialog();
  type("What to do", "clear");
  expect(screen.queryByLabelText("Account")).toBeNull();
  type("Reference of the transaction", " trx-000012 ");
  type("Amount in naira", "1.00");
  await screen.findByText("Suspense");
  type("Reason", "Part of what was paid late");
  fireEvent.click(screen.getByLabelText("Request approval immediately"));
  clickButton("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const expected = { kind: "clear", account: "suspense", transaction: "trx-000012", amount: 100, submit: false };
  expect(sent).toMatchObject([expected]);
});

it("shows a manual transfer's current draft after a conflict, keeps the form, and then offers to overwrite that draft", async () => {
  const newer = { ...DRAFT, amount: 90_000_000, to_account: "promotions_pool", version: 5 };
  const refusal = { status: 409, message: "This movement changed since you opened it.", current: newer };
  const { sent, onClose } = await renderDialog(DRAFT, refusal, { status: 200 });
  type("Reason", "A grant of November");
  clickButton("Save draft");
  const conflictNotice = await screen.findByText("Current version");
  expect(
    [...(conflictNotice.parentElement?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent),
  ).toEqual(["To: Promotions pool; it was Grants pool", "Amount: ₦900,000.00; it was ₦50.00"]);
  expect(getField("Reason").value).toBe("A grant of November");
  expect(onClose).not.toHaveBeenCalled();
  clickButton("Overwrite");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ version }) => version)).toEqual([4, 5]);
  expect(sent[1]).toMatchObject({ amount: 5_000, to_account: "grants_pool", note: "A grant of November" });
});

it("does not offer to overwrite a draft transfer that another client has submitted for approval", async () => {
  const message = "This movement is awaiting approval, so it can't be changed any more.";
  const current = { ...DRAFT, state: "awaiting_approval", version: 5 };
  const { sent } = await renderDialog(DRAFT, { status: 409, message, current });
  clickButton("Save draft");
  await screen.findByText(message);
  expect(screen.queryByText("Current version")).toBeNull();
  expect(screen.getByRole("button", { name: "Save draft" })).toBeDefined();
  expect(sent).toHaveLength(1);
});

it("keeps a manual transfer's form when the session ends, and clears the form with Cancel", async () => {
  await renderDialog();
  type("What to do", "withdraw");
  type("Account", "fee_income");
  type("Reason", "Fees of Oct");
  saveAllDrafts();
  cleanup();
  await renderDialog();
  expect(["What to do", "Account", "Reason"].map((label) => getField(label).value)).toEqual([
    "withdraw",
    "fee_income",
    "Fees of Oct",
  ]);
  clickButton("Cancel");
  cleanup();
  await renderDialog();
  expect([getField("What to do").value, getField("Reason").value]).toEqual(["fund", ""]);
});
