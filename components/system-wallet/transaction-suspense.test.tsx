import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { saveAllDrafts } from "@/lib/client/drafts";
import { MovementDialog } from "./movement-dialog";
import { TransactionSuspense } from "./transaction-suspense";

const transactionSuspense = vi.hoisted(() => vi.fn());
const createMovement = vi.hoisted(() => vi.fn());
vi.mock("@/lib/client/api", () => ({
  api: {
    rp: {
      access: async () => ({
        features: [{ name: "System Wallet", access: { read: true, create: true, update: true } }],
      }),
    },
    systemWallet: { transactionSuspense, createMovement },
    transaction: { single: async () => ({ reference: "TRX-1", user: { name: "Ada Obi" } }) },
  },
}));

beforeEach(() => {
  createMovement.mockReset().mockResolvedValue({ reference: "WAL-000001", awaiting: {} });
});
const renderUi = (children: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>);
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it.each([
  [60_000, "₦600.00 received for this transaction", "Clear to wallet", "Clear to Ada Obi's wallet?", null],
  [-60_000, "Suspense is short of ₦600.00", "Take back from wallet", "Take back from Ada Obi's wallet?", "increase"],
])(
  "shows where clearing suspense moves %i kobo, and requests the clearing",
  async (available, suspenseText, button, title, direction) => {
    transactionSuspense.mockResolvedValue({ available, movements: [] });
    renderUi(<TransactionSuspense transactionId="t" />);
    await screen.findByText(suspenseText, { exact: false });
    fireEvent.click(await screen.findByRole("button", { name: button }));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    await type(/^Reason/, "Looked into it");
    fireEvent.click(dialog.getByRole("button", { name: "Request approval" }));
    await waitFor(() => expect(createMovement).toHaveBeenCalled());
    expect(createMovement.mock.calls[0]?.[0]).toMatchObject({
      kind: "clear",
      account: "suspense",
      direction,
      amount: 60_000,
      transaction: "TRX-1",
    });
  },
);

it.each([
  ["fund", { Account: "suspense" }, { account: "suspense", transaction: "TRX-1" }],
  ["withdraw", { Account: "suspense" }, { account: "suspense", transaction: "TRX-1" }],
  ["transfer", { From: "fee_income", To: "suspense" }, { to_account: "suspense", transaction: "TRX-1" }],
  ["clear", { "Which way": "increase" }, { direction: "increase", transaction: "TRX-1" }],
])("sends the transaction's reference with a new manual transfer of the kind %s", async (kind, fields, sent) => {
  renderUi(<MovementDialog accounts={[]} onClose={vi.fn()} />);
  await type("What to do", kind);
  for (const [label, value] of Object.entries(fields)) await type(label, value);
  await type(/^Reference of the transaction/, "TRX-1");
  await type("Amount in naira", "600");
  await type(/^Reason/, "Looked into it");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(createMovement).toHaveBeenCalled());
  expect(createMovement.mock.calls[0]?.[0]).toMatchObject({ kind, amount: 60_000, ...sent });
});

it("sends neither transaction nor direction with a manual transfer that does not involve suspense", async () => {
  renderUi(<MovementDialog accounts={[]} onClose={vi.fn()} />);
  await type("What to do", "adjust");
  await type("Account", "fee_income");
  await type("Direction", "decrease");
  await type("What to do", "clear");
  expect(screen.getByLabelText<HTMLSelectElement>("Which way").selectedOptions[0]?.textContent).toBe(
    "To the user's wallet",
  );
  await type("What to do", "transfer");
  expect(screen.queryByLabelText(/^Reference of the transaction/)).toBeNull();
  await type("To", "grants_pool");
  await type("Amount in naira", "600");
  await type(/^Reason/, "Looked into it");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(createMovement).toHaveBeenCalled());
  expect(createMovement.mock.calls[0]?.[0]).toMatchObject({ kind: "transfer", direction: null, transaction: null });
});

it("keeps the form for clearing suspense when the session ends, and starts from the available amount after Cancel", async () => {
  const reason = () => screen.findByLabelText<HTMLTextAreaElement>(/^Reason/);
  const amount = () => screen.getByLabelText<HTMLInputElement>("Amount in naira").value;
  const open = async () => fireEvent.click(await screen.findByRole("button", { name: "Clear to wallet" }));
  transactionSuspense.mockResolvedValue({ available: 60_000, movements: [] });
  renderUi(<TransactionSuspense transactionId="t" />);
  await open();
  await type(/^Reason/, "Looked into it");
  await type("Amount in naira", "50");
  saveAllDrafts();
  cleanup();
  renderUi(<TransactionSuspense transactionId="t" />);
  expect((await reason()).value).toBe("Looked into it");
  expect(amount()).toBe("50");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  transactionSuspense.mockResolvedValue({ available: 40_000, movements: [] });
  cleanup();
  renderUi(<TransactionSuspense transactionId="t" />);
  await screen.findByText(/^₦400.00 received/);
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  await open();
  expect((await reason()).value).toBe("");
  expect(amount()).toBe("400.00");
});

it("keeps the open dialog for clearing suspense unchanged when another client changes the amount on suspense", async () => {
  transactionSuspense.mockResolvedValue({ available: 60_000, movements: [] });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <TransactionSuspense transactionId="t" />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Clear to wallet" }));
  await type(/^Reason/, "Looked into it");
  for (const [available, suspenseText] of [
    [-100, /^Suspense is short of ₦1.00/],
    [0, "Nothing of this transaction is left to clear."],
  ] as const) {
    transactionSuspense.mockResolvedValue({ available, movements: [] });
    await client.invalidateQueries();
    expect(await screen.findByText(suspenseText)).toBeDefined();
    expect(screen.getByRole("dialog", { name: "Clear to Ada Obi's wallet?" })).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe("Looked into it");
  }
});
