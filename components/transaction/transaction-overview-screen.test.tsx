import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { TransactionOverview } from "@/lib/contract/transaction";
import { TransactionOverviewScreen } from "./transaction-overview-screen";

setNavigationHooks({ useRouter: vi.fn(), useSearchParams: () => new URLSearchParams() });
it.each([
  [1, "1 transaction"],
  [2, "2 transactions"],
])("describes %i paid transactions as %s", async (succeeded, expected) => {
  const figures = { volume: 100, fees: 0, refunds: 0, succeeded, failed: 0 };
  const day = { day: "2026-01-01", volume: 100, count: 1 };
  const data: TransactionOverview = {
    from: "2026-01-01",
    to: "2026-01-01",
    now: figures,
    before: figures,
    by_day: [day],
    by_day_before: [day],
    by_type: [],
    by_channel: [],
    by_state: [],
    newest_failures: [],
  };
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TransactionOverviewScreen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(expected)).toBeDefined();
});
