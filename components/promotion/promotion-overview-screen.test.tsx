import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { PromotionOverview } from "@/lib/contract/promotion-figures";
import { promotionOverviewQuery } from "@/lib/queries/promotion";
import { accessQuery } from "@/lib/queries/rp";
import { PromotionOverviewScreen } from "./promotion-overview-screen";

setNavigationHooks({ useSearchParams: () => new URLSearchParams("days=7") });
const periodFigures = { uses: 40, given: 1_234_567, users: 30, payments: 200 };
const OVERVIEW = {
  ...{ active: 3, scheduled: 1, paused: 1, drafts: 2, now: periodFigures, before: { ...periodFigures, uses: 20 } },
  ...{ pool_available: 5_000_000, budget_left: 90_000_000, abuse: 0, out_of_pool: [], top: [], by_day: [] },
} as unknown as PromotionOverview;
const PAUSED_PROMOTION = {
  ...{ id: "019b76da-afc5-77b8-b3c0-9fbab7704c19", name: "Cashback Friday", state: "paused", pause_cause: "pool" },
  ...{ kind: "cashback", basis_points: 500, flat_amount: null, cap: null, budget: 10_000, spent: 0, reserved: 0 },
};

/** Renders the overview of 7 days for an admin with read rights for these features. */
function renderScreen(data: Partial<PromotionOverview>, features: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(promotionOverviewQuery({ days: "7" }).queryKey, { ...OVERVIEW, ...data });
  const access = { read: true, create: false, update: false, delete: false, approve: false, export: false };
  client.setQueryData(accessQuery().queryKey, { features: features.map((name) => ({ name, access })) });
  render(
    <QueryClientProvider client={client}>
      <PromotionOverviewScreen />
    </QueryClientProvider>,
  );
}
const linkHref = (name: string) => {
  const { pathname, search } = new URL(screen.getByRole<HTMLAnchorElement>("link", { name }).href);
  return pathname + search;
};

it("links active promotions to their list, and compares promotion figures with the previous period", () => {
  renderScreen({}, ["Promotions"]);
  expect(screen.getByText("Last 7 days, vs previous 7 days")).toBeDefined();
  expect(linkHref("Active promotions")).toBe("/dashboard/promotions/all?state=active");
  expect(screen.getByText("1 scheduled, 1 paused, 2 in draft")).toBeDefined();
  expect(screen.getByText("of 200 payments, by 30 users")).toBeDefined();
  expect(screen.getByText("₦12,345.67")).toBeDefined();
  expect(linkHref("90 days")).toBe("/dashboard/promotions?days=90");
  expect(screen.getByText("No promotion was used in this period.")).toBeDefined();
});

it("warns that the promotions pool can't cover the remaining budgets, and lists the promotions paused for that reason", () => {
  renderScreen({ out_of_pool: [PAUSED_PROMOTION] as never }, ["Promotions", "System Wallet"]);
  expect(screen.getByText("Less than the ₦900.0K left of running budgets")).toBeDefined();
  expect(linkHref("Cashback Friday")).toBe(`/dashboard/promotions/all/${PAUSED_PROMOTION.id}`);
  expect(linkHref("Promotions pool")).toBe("/dashboard/wallets/promotions-pool");
  cleanup();
  renderScreen({ pool_available: 90_000_000, out_of_pool: [PAUSED_PROMOTION] as never }, ["Promotions"]);
  expect(screen.getByText("Covers the ₦900.0K left of running budgets")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Promotions pool" })).toBeNull();
});

it("links to accounts that may belong to one person from the promotion overview, but only if there are any", () => {
  renderScreen({}, ["Promotions"]);
  expect(screen.queryByRole("link", { name: "Review accounts" })).toBeNull();
  expect(linkHref("Shared accounts")).toBe("/dashboard/promotions/all/abuse");
  cleanup();
  renderScreen({ abuse: 1 }, ["Promotions"]);
  expect(screen.getByText(/^1 group of accounts used promotions/)).toBeDefined();
  expect(linkHref("Review accounts")).toBe("/dashboard/promotions/all/abuse?saved=all");
});

it("shows the top promotions with the amounts given to citizens in the period", () => {
  renderScreen({ top: [{ ...PAUSED_PROMOTION, period_given: 250_000, period_uses: 1_200 }] as never }, ["Promotions"]);
  expect(screen.getByText("₦2,500.00 in 1,200 uses")).toBeDefined();
  expect(screen.getByText("5% cashback")).toBeDefined();
});

it("offers a retry when the promotion overview failed to load", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 400, message: "Choose another period." }, { status: 400 }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PromotionOverviewScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Choose another period.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Retry" })).toBeDefined();
});
