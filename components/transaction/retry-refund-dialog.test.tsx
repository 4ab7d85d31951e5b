import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { RefundRefusedAlert } from "./refund-refused-alert";
import { TransactionActions } from "./transaction-actions";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const REFUND = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", reference: "RFD-1", amount: 20_000, version: 2, state: "succeeded" },
  ...{ type: "refund", remaining: 0, account_check: null, awaiting: null, disputable: false, payment_method: null },
  failure_reason: "Paystack refused this: Transaction has been fully reversed.",
  refused: { amount: 20_000, can_retry: true },
} as unknown as TransactionDetails;

/** Renders alert and actions of a refund. @returns the bodies of the sent requests */
function renderRefund(refund: TransactionDetails) {
  const sent: unknown[] = [];
  const features = [{ name: "Transactions", access: { update: true } }];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    if (init.body) sent.push(JSON.parse(String(init.body)));
    return Response.json({ status: 200, message: "", data: { features } });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RefundRefusedAlert transaction={refund} />
      <TransactionActions transaction={refund} />
    </QueryClientProvider>,
  );
  return sent;
}

it("shows why the provider refused a refund, and sends the refund again with a reason", async () => {
  const sent = renderRefund(REFUND);
  expect(screen.getByRole("alert").textContent).toMatch(/fully reversed.*₦200.00 are on suspense.*naming RFD-1/);
  fireEvent.click(await screen.findByRole("button", { name: "Try the refund again" }));
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "Allowed now" } });
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(sent).toEqual([{ version: 2, reason: "Allowed now" }]));
});

it("offers no retry of a refused refund if the API does not allow one", async () => {
  renderRefund({ ...REFUND, remaining: 1, refused: { amount: 20_000, can_retry: false } });
  await screen.findByRole("button", { name: "Refund" });
  expect(screen.queryByRole("button", { name: "Try the refund again" })).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("can't be sent again");
});
