import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { ClosingBalancesScreen } from "./closing-balances-screen";

it("shows the API's message about a refused period of closing balances, without a retry", async () => {
  const search = new URLSearchParams("from=2026-01-01&to=2026-06-01");
  setNavigationHooks({ usePathname: () => "/", useSearchParams: () => search, useRouter: () => ({ push: vi.fn() }) });
  const requestUrls: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(url);
    return Response.json({ status: 400, message: "Choose at most 92 days." }, { status: 400 });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ClosingBalancesScreen account="grants_pool" />
    </QueryClientProvider>,
  );
  await screen.findByText("Choose at most 92 days.");
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(requestUrls.find((url) => url.includes("closing-balances"))).toContain("from=2026-01-01&to=2026-06-01");
});
