import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { BroadcastListScreen } from "./broadcast-list-screen";

setNavigationHooks({
  usePathname: () => "/dashboard/app-config/notifications",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(),
});

let adminRights: object;
beforeEach(() => {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const list = { items: [], page: 0, size: 20, total: 0, totalIsCapped: false, missing_settings: [] };
    const data = url.includes("/broadcasts")
      ? list
      : { features: [{ name: "App Configurations", access: adminRights }], items: [] };
    return Response.json({ status: 200, message: "", data });
  });
});
const renderScreen = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <BroadcastListScreen />
    </QueryClientProvider>,
  );

it("shows New notification only to admins with the create right", async () => {
  adminRights = { read: true, create: true };
  const { unmount } = renderScreen();
  await screen.findByRole("link", { name: "New notification" });
  unmount();
  adminRights = { read: true };
  renderScreen();
  await screen.findByText("Notifications that you send to citizens' phones appear here.");
  expect(screen.queryByRole("link", { name: "New notification" })).toBeNull();
});
