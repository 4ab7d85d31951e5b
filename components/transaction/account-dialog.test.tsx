import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { isPayoutAccountUndecided } from "@/lib/contract/transaction.values";
import { PayoutAccountDialog } from "./account-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PAYOUT = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", reference: "TRX-1", amount: 500_000, version: 2, state: "pending" },
  account_check: { name_at_bank: "UKEME EFFIONG", expected: "Ekaette Bassey", is_equal: false, decision: null },
} as unknown as TransactionDetails;

it("shows a payout's expected account name and the name at the bank, and sends nothing without a decision", async () => {
  const fetchMock = vi.fn();
  vi.stubGlobal("crossRiverPayFetch", fetchMock);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PayoutAccountDialog transaction={PAYOUT} draft="test" onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/UKEME EFFIONG's at the bank. Ekaette Bassey is expected/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The bank confirmed it" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose what to do.")).toBeTruthy();
  expect(fetchMock).not.toHaveBeenCalled();
});

it("the dialog about a payout's bank account sends the payout's new version after a conflict, and keeps the typed reason", async () => {
  const versions: number[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    if (!init.body) return Response.json({ status: 200, message: "", data: null });
    versions.push(JSON.parse(String(init.body)).version);
    return versions.length === 1
      ? Response.json(
          {
            status: 409,
            code: "CONFLICT",
            message: "This transaction has changed.",
            current: { ...PAYOUT, version: 5 },
          },
          { status: 409 },
        )
      : Response.json({ status: 200, message: "", data: PAYOUT });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PayoutAccountDialog transaction={PAYOUT} draft="test" onClose={onClose} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Decision"), { target: { value: "send" } });
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "The bank confirmed it" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This transaction has changed.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("The bank confirmed it");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(versions).toEqual([2, 5]);
});

it("asks for a decision about a bank account only while the payout is open and undecided", () => {
  expect(isPayoutAccountUndecided(PAYOUT)).toBe(true);
  expect(isPayoutAccountUndecided({ ...PAYOUT, state: "failed" })).toBe(false);
  expect(isPayoutAccountUndecided({ ...PAYOUT, account_check: null })).toBe(false);
  const decided = { name_at_bank: "U", expected: "E", is_equal: false, decision: "send" } as const;
  expect(isPayoutAccountUndecided({ ...PAYOUT, account_check: decided })).toBe(false);
});
