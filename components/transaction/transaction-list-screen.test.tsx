import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { UserDetails } from "@/lib/contract/user";
import { userQuery } from "@/lib/queries/user-single";
import { TransactionListScreen } from "./transaction-list-screen";

const USER_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c17";

setNavigationHooks({
  usePathname: () => "/dashboard/transactions/all",
  useSearchParams: () => new URLSearchParams(`?user=${USER_ID}&method=${USER_ID}`),
});
/** Returns the filter chips above an empty transaction list. */
async function filterChips(client: QueryClient) {
  const data = { items: [], page: 0, size: 20, total: 0, totalIsCapped: false, features: [] };
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data }));
  render(
    <QueryClientProvider client={client}>
      <TransactionListScreen />
    </QueryClientProvider>,
  );
  await screen.findByText("Nothing matches");
  return screen.getAllByRole("button", { name: /^Remove filter/ }).map(({ textContent }) => textContent);
}

it("shows no ids in the filter chips of an empty transaction list", async () => {
  expect(await filterChips(new QueryClient())).toEqual([
    "Remove filterUser: One user",
    "Remove filterMethod: One method",
  ]);
});

it("shows the user's name in the filter chip if the user's page is cached", async () => {
  const client = new QueryClient();
  client.setQueryData(userQuery(USER_ID).queryKey, { name: "Ada Obi" } as UserDetails);
  expect((await filterChips(client))[0]).toBe("Remove filterUser: Ada Obi");
});
