import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { HomeCharts } from "@/lib/queries/overview";
import { HomeChartBlock } from "./chart-block";

setNavigationHooks({
  useRouter: vi.fn(),
  usePathname: () => "/dashboard",
  useSearchParams: () => new URLSearchParams(),
});

it("offers a retry in place of a chart that could not be loaded, and shows the other charts of Home", async () => {
  const charts: HomeCharts = {
    ...{ from: "2026-11-27", to: "2026-11-27", before_from: "2026-11-26", before_to: "2026-11-26" },
    ireports: [{ day: "2026-11-27", opened: 2, closed: 1 }],
    failed: ["chart:kyc"],
  };
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data: charts }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <HomeChartBlock chart="chart:kyc" period={{ days: "1" }} />
      <HomeChartBlock chart="chart:ireports" period={{ days: "1" }} />
    </QueryClientProvider>,
  );
  const blockOf = (name: string) => within(screen.getByRole("region", { name }));
  expect(await blockOf("KYC requests by day").findByRole("button", { name: "Retry" })).toBeDefined();
  expect(await blockOf("Reports by day").findByRole("table", { name: /Reports opened/ })).toBeDefined();
  expect(blockOf("KYC requests by day").queryByRole("table")).toBeNull();
  expect(blockOf("Reports by day").queryByRole("button", { name: "Retry" })).toBeNull();
});
