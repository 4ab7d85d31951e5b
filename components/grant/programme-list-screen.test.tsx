import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { ProgrammeListScreen } from "./programme-list-screen";

const mockNavigation = { search: "" };
setNavigationHooks({
  usePathname: () => "/dashboard/grants/programmes",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});

let adminRights: object;
let listRequests: URL[];
beforeEach(() => {
  mockNavigation.search = "";
  listRequests = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const address = new URL(url, "http://test");
    if (address.pathname.endsWith("/grants/programmes")) listRequests.push(address);
    const features = [{ name: "Grants", access: adminRights }];
    const data = { items: [], features, page: 0, size: 20, total: 0, totalIsCapped: false };
    return Response.json({ status: 200, message: "", data });
  });
});
const renderScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ProgrammeListScreen />
    </QueryClientProvider>,
  );

it("shows New programme only to admins with the create right", async () => {
  adminRights = { read: true, create: true };
  const { unmount } = renderScreen();
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "New programme" });
  expect(new URL(link.href).pathname).toBe("/dashboard/grants/programmes/new");
  unmount();
  adminRights = { read: true };
  renderScreen();
  await screen.findByText("Programmes that citizens can apply to for a grant appear here.");
  expect(screen.queryByRole("link", { name: "New programme" })).toBeNull();
});

it("requests grant programmes with the filters of the URL", async () => {
  adminRights = { read: true };
  mockNavigation.search = "?state=draft&q=looms&sort=-budget";
  renderScreen();
  await screen.findByText("Nothing matches");
  expect(Object.fromEntries(listRequests[0]?.searchParams ?? [])).toMatchObject({
    state: "draft",
    q: "looms",
    sort: "-budget",
  });
});
