import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { accessQuery } from "@/lib/queries/rp";
import { PaymentMethodListScreen } from "./method-list-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/transactions/payment-methods",
  useSearchParams: () => new URLSearchParams(),
});
const CARD_METHOD = {
  ...{ id: "m1", code: "card", name: "Card", channel: "card", provider: "paystack", min_amount: 100, max_amount: 200 },
  ...{ fee: { flat: 0, basis_points: 150, cap: null }, position: 0, enabled: true, is_used: true, version: 1 },
  ...{ success_rate: null, payments_24h: 0 },
};

it("shows the buttons to add and change payment methods only to admins with the right", async () => {
  const renderList = async (access: object) => {
    vi.stubGlobal("crossRiverPayFetch", async () =>
      Response.json({ status: 200, message: "", data: { items: [CARD_METHOD] } }),
    );
    const client = makeQueryClient();
    client.setQueryData(accessQuery().queryKey, { features: [{ name: "Transactions", access }] } as never);
    render(
      <QueryClientProvider client={client}>
        <PaymentMethodListScreen />
      </QueryClientProvider>,
    );
    await screen.findByRole("link", { name: "Card" });
    return screen.queryAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent);
  };
  expect(await renderList({ read: true })).toEqual([]);
  cleanup();
  expect((await renderList({ read: true, create: true, update: true })).map((name) => name?.trim())).toEqual([
    "New payment method",
    "Change Card",
  ]);
});
