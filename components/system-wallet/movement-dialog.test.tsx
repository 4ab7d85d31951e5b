import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "@/lib/client/drafts";
import { SYSTEM_ACCOUNTS } from "@/lib/contract/ledger.values";
import type { MovementSingle } from "@/lib/contract/system-wallet";
import { MovementDialog } from "./movement-dialog";

const ACCOUNTS = SYSTEM_ACCOUNTS.map((account) => ({ account, balance: 100_000, available: 100_000, waiting: 0 }));

afterEach(() => {
  cleanup();
  forgetDrafts();
  vi.unstubAllGlobals();
});

type Body = Record<string, unknown>;

/** Shows the dialog before an API that answers in turn; tells what was sent to it. */
async function show(draft?: MovementSingle, ...answers: { status: number; message?: string; current?: unknown }[]) {
  const sent: Body[] = [];
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
const field = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it.each([
  ["another kind that has no such account", ["fund"]],
  ["a kind that has but one", ["clear", "fund"]],
])("an account goes with %s: neither previewed nor sent, and asked for", async (_, kinds) => {
  const { sent, onClose } = await show();
  type("What to do", "withdraw");
  type("Account", "fee_income");
  type("Amount in naira", "50");
  type("Reason", "Fees of October");
  expect(screen.getAllByText(/→/)[0]?.textContent).toBe("₦1,000.00 → ₦950.00");
  for (const kind of kinds) type("What to do", kind);
  expect(field("Account").value).toBe("");
  expect(screen.queryByText(/→/)).toBeNull();
  type("What to do", "transfer");
  expect([field("From").value, field("To").value]).toEqual(["", ""]);
  type("To", "grants_pool");
  press("Save");
  await screen.findByText("Choose an account.");
  expect(sent).toEqual([]);
  type("From", "suspense");
  press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toMatchObject([{ kind: "transfer", account: "suspense", to_account: "grants_pool", amount: 5_000 }]);
});

it("an account that the new kind has as well stays chosen", async () => {
  await show();
  type("What to do", "withdraw");
  type("Account", "grants_pool");
  type("What to do", "transfer");
  expect(field("From").value).toBe("grants_pool");
});
