import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { OverviewScreen } from "./overview-screen";

setNavigationHooks({
  useRouter: vi.fn(),
  usePathname: () => "/dashboard",
  useSearchParams: () => new URLSearchParams(),
});

const NO_FIGURES = {
  ...{ from: "2026-11-21", to: "2026-11-27", before_from: "2026-11-14", before_to: "2026-11-20" },
  modules: [],
};

function renderScreen({ create, mail_is_unset }: { create: boolean; mail_is_unset: boolean }) {
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const data = url.includes("/installation")
      ? { empty: false, mail_is_unset }
      : url.includes("/access")
        ? { features: [{ name: "Roles & Permissions", access: { read: true, create } }] }
        : url.endsWith("/users")
          ? { id: "a1", first_name: "Ada" }
          : url.endsWith("/overview/layout")
            ? { blocks: [{ block: "work", hidden: false }], is_default: true, version: 0 }
            : url.endsWith("/overview/work")
              ? { kinds: [], items: [] }
              : NO_FIGURES;
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
])("shows no notice about mail with %o", async (state) => {
  renderScreen(state);
  await screen.findByText("Welcome, Ada");
  await screen.findByText(/There are no figures for your role/);
  expect(screen.queryByText("Mail is not set up")).toBeNull();
});
