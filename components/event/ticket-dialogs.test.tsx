import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { toast } from "@/lib/client/toast";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { TicketActionDialog } from "./ticket-dialogs";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const TICKET = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", reference: "TKT-1", version: 2, awaiting: null },
  ...{ holder: { id: "h", name: "Ben Eno" }, buyer: { id: "b", name: "Ada Obi" } },
  ...{ price: 200_000, refund_amount: 180_000, refund_needs_approval: false, refund_limit: 5_000_000 },
} as unknown as TicketDetails;

const renderDialog = (values: Partial<TicketDetails>) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TicketActionDialog question="refund" ticket={{ ...TICKET, ...values }} draft="test" onClose={() => {}} />
    </QueryClientProvider>,
  );

it("a ticket's refund dialog shows which part reaches the buyer and which part returns to the promotions pool", async () => {
  const toastSuccess = vi.spyOn(toast, "success");
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data: TICKET }));
  renderDialog({});
  expect(await screen.findByText(/₦1,800\.00 is refunded to Ada Obi.*₦200\.00 that a promotion gave/)).toBeDefined();
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: "She is ill" } });
  fireEvent.click(screen.getByRole("button", { name: "Refund" }));
  await expect.poll(() => toastSuccess).toHaveBeenCalledWith("₦1,800.00 refunded.");
});

it("does not mention promotions in a ticket's refund if the order used none", async () => {
  renderDialog({ refund_amount: 200_000 });
  expect(await screen.findByText(/₦2,000\.00 is refunded to Ada Obi/)).toBeDefined();
  expect(screen.queryByText(/promotion gave/)).toBeNull();
});
