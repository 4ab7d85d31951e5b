import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { TransactionTickets } from "./transaction-tickets";

it("shows an error when the tickets of a payment can't be loaded, and renders nothing for a payment without tickets", async () => {
  let shouldFail = true;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const features = [{ name: "Events", access: { read: true } }];
    const data = url.endsWith("/access") ? { features } : { items: [], page: 0, size: 20, total: 0 };
    if (shouldFail && !url.endsWith("/access"))
      return Response.json({ status: 400, message: "Not now." }, { status: 400 });
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TransactionTickets transactionId="019b76da-afc5-77b8-b3c0-9fbab7704c19" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Not now.")).toBeDefined();
  shouldFail = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByText("Tickets")).toBeNull());
});
