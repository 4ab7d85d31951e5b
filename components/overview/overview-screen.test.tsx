import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { OverviewScreen } from "./overview-screen";

setNavigationHooks({ usePathname: () => "/dashboard", useSearchParams: () => new URLSearchParams() });

function renderScreen({ create, mail_is_unset }: { create: boolean; mail_is_unset: boolean }) {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const data = url.includes("/installation")
      ? { empty: false, mail_is_unset }
      : url.includes("/access")
        ? { features: [{ name: "Roles & Permissions", access: { read: true, create } }] }
        : url.endsWith("/users")
          ? { id: "a1", first_name: "Ada" }
          : {};
    return Response.json({ status: 200, message: "", data });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OverviewScreen />
    </QueryClientProvider>,
  );
}

it("warns admins who may invite others that mail is not set up", async () => {
  renderScreen({ create: true, mail_is_unset: true });
  expect(await screen.findByText("Mail is not set up")).toBeDefined();
});

it.each([
  { create: true, mail_is_unset: false },
  { create: false, mail_is_unset: true },
])("shows no notice about mail for %o", async (state) => {
  renderScreen(state);
  await screen.findByText("Welcome, Ada");
  await screen.findByText(/There are no figures for your role/);
  expect(screen.queryByText("Mail is not set up")).toBeNull();
});
