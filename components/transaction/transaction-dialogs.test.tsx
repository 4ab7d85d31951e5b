import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { toast } from "@/lib/client/toast";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { DisputeDialog, RefundDialog } from "./transaction-dialogs";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PAYMENT = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", reference: "TRX-1", amount: 100_000, refunded_amount: 0 },
  ...{ discount: 10_000, cashback: 0, remaining: 100_000, refund_limit: 5_000_000, user: { name: "Ada Obi" } },
  awaiting: null,
} as unknown as TransactionDetails;

it("shows the part of a refund that the payer receives, without the part that returns to the promotions pool", async () => {
  const toastSuccess = vi.spyOn(toast, "success");
  const data = { ...PAYMENT, refunded_amount: 50_000 };
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RefundDialog transaction={PAYMENT} draft="test" onClose={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Amount in naira"), { target: { value: "500" } });
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "Not delivered" } });
  fireEvent.click(screen.getByRole("button", { name: "Refund" }));
  await expect.poll(() => toastSuccess).toHaveBeenCalledWith("₦450.00 refunded.");
});

it.each([
  [
    "a refund",
    RefundDialog,
    "succeeded",
    "Logged. The citizen is notified of the amount by mail and push, without the reason.",
  ],
  [
    "an outcome",
    DisputeDialog,
    "disputed",
    "What the citizen or the bank said. The citizen is notified of the outcome by mail and push, without the reason.",
  ],
  ["a new dispute", DisputeDialog, "succeeded", "What the citizen or the bank said."],
] as const)("the dialog for %s states whether and how the citizen is notified", async (_, Dialog, state, hint) => {
  const transaction = {
    ...PAYMENT,
    state,
    loss: { amount: 100_000, to: "bank" },
    counterparty: null,
    disputable: true,
  };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Dialog transaction={transaction as unknown as TransactionDetails} draft="test" onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(hint)).toBeDefined();
});
