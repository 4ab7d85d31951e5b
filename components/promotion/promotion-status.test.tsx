import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { accessQuery } from "@/lib/queries/rp";
import { PromotionStatus } from "./promotion-status";

const PROMOTION = {
  ...{ state: "active", pause_cause: null, end_cause: null, copied_from: null },
  ...{ budget: 1_000_000, spent: 200_000, reserved: 100_000, pool: 700_000 },
} as unknown as PromotionDetails;

function renderStatus(values: Partial<PromotionDetails>, features: string[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const access = { read: true, create: false, update: false, delete: false, approve: false, export: false };
  client.setQueryData(accessQuery().queryKey, { features: features.map((name) => ({ name, access })) });
  render(
    <QueryClientProvider client={client}>
      <PromotionStatus promotion={{ ...PROMOTION, ...values }} />
    </QueryClientProvider>,
  );
}

it("warns while the promotions pool contains less than the remaining budget of an active promotion", () => {
  renderStatus({});
  expect(screen.queryByText(/promotions pool has/)).toBeNull();
  cleanup();
  renderStatus({ pool: 699_999 }, ["System Wallet"]);
  expect(
    screen.getByText(/The promotions pool has ₦6,999\.99 available, less than what is left of this budget/),
  ).toBeDefined();
  expect(screen.getByRole("link", { name: "System Wallet" })).toBeDefined();
  cleanup();
  renderStatus({ pool: 0, state: "ended", end_cause: "admin" });
  expect(screen.queryByText(/promotions pool has/)).toBeNull();
});

it("explains why a promotion is paused, without a link to a page that the admin may not open", () => {
  renderStatus({ state: "paused", pause_cause: "pool", pool: 5 });
  expect(screen.getByText(/The pool has ₦0\.05 available\. Fund it in System Wallet, then resume/)).toBeDefined();
  expect(screen.queryByRole("link")).toBeNull();
});
