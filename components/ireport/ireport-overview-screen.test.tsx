import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import { LGAS } from "@/lib/contract/lgas.values";
import { IreportOverviewScreen } from "./ireport-overview-screen";

const mockNavigation = { search: "" };
setNavigationHooks({
  useRouter: () => ({ push: vi.fn() }),
  usePathname: () => "/dashboard/ireports",
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});

const emptyShare = { now: 0, before: 0, open: 0, late: 0 };
const STATS: IreportStats = {
  from: "2026-01-01",
  to: "2026-01-30",
  submitted: { now: 30, before: 20 },
  resolved: { now: 12, before: 12 },
  reopened: { now: 1, before: 0 },
  acknowledge_minutes: { now: 90, before: 180 },
  resolve_minutes: { now: null, before: 2_880 },
  rating: { now: 4.25, before: null, count: 8 },
  open: 41,
  unassigned: 7,
  late: 3,
  escalated: 2,
  waiting_for_citizen: 5,
  by_category: [{ ...emptyShare, id: "c1", name: "Potholes", now: 5, open: 4 }],
  by_department: [{ ...emptyShare, id: null, name: "No department", now: 2, late: 1 }],
  by_lga: LGAS.map((lga) => ({ ...emptyShare, lga, ...(lga === "Ikom" && { now: 6, open: 9, late: 2 }) })),
  by_day: [{ day: "2026-01-01", submitted: 1, resolved: 0 }],
  escalations: [],
};

const requestUrls: string[] = [];
beforeEach(() => {
  requestUrls.length = 0;
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(url);
    const list = { items: [], page: 0, size: 20, total: 0, totalIsCapped: false, mark: 1 };
    return Response.json({ status: 200, message: "", data: url.includes("/stats") ? STATS : list });
  });
});
async function renderScreen(search = "") {
  mockNavigation.search = search;
  window.history.replaceState(null, "", `/dashboard/ireports${search}`);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IreportOverviewScreen />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "New" });
}
const tileText = (name: string) => {
  const link = screen.getByRole("link", { name });
  return { href: link.getAttribute("href"), text: link.closest("section")?.textContent };
};

it("compares every figure of the report overview with the previous period, and links it to the reports that it counts", async () => {
  await renderScreen();
  expect(tileText("New")).toEqual({
    href: "/dashboard/ireports/all?submitted_from=2026-01-01&submitted_to=2026-01-30",
    text: "New30+50%previously 20",
  });
  expect(tileText("Open").text).toBe("Open417 unassigned, 5 waiting for the citizen");
  expect(tileText("Open").href).toContain("state=submitted,acknowledged,in_progress,waiting_for_citizen");
  expect(tileText("Late")).toEqual({ href: "/dashboard/ireports/all?late=true", text: "Late32 escalated" });
  expect(tileText("Median time to acknowledge").text).toContain("1 h 30 min-50%previously 3 h");
  expect(tileText("Median time to resolve").text).toBe("Median time to resolve–previously 2 d");
  expect(tileText("Rating").text).toBe("Rating4.3 of 58 ratings, no previous data");
});

it("shades the map of reports by the chosen figure, and writes the selected LGA and the period to the URL", async () => {
  await renderScreen("?days=7");
  const map = await screen.findByRole("group", { name: "Open reports by LGA" });
  fireEvent.click(within(map).getByRole("button", { name: "Ikom: 9 open reports" }));
  expect(window.location.search).toBe("?days=7&lga=Ikom");
  fireEvent.click(screen.getByRole("button", { name: "Late" }));
  expect(new URLSearchParams(window.location.search).get("shade")).toBe("late");
});

it("filters the newest reports by the LGA in the URL, keeps that LGA when the period changes, and can clear the filter", async () => {
  await renderScreen("?lga=Ikom&shade=late");
  expect(screen.getByRole("heading", { name: "Newest in Ikom" })).toBeDefined();
  expect(await screen.findByText("No reports from Ikom.")).toBeDefined();
  expect(requestUrls.some((url) => /\/ireports\?.*sort=-submitted_at.*lga=Ikom/.test(url))).toBe(true);
  const map = await screen.findByRole("group", { name: "Late reports by LGA" });
  expect(within(map).getByRole("button", { pressed: true }).getAttribute("aria-label")).toBe("Ikom: 2 late reports");
  expect(screen.getByRole("link", { name: "90 days" }).getAttribute("href")).toContain("lga=Ikom&shade=late&days=90");
  fireEvent.click(screen.getByRole("button", { name: "All LGAs" }));
  expect(window.location.search).toBe("?shade=late");
});

it("links a figure in the report overview's tables to the report list if that list has a matching filter", async () => {
  await renderScreen();
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Open, Ikom: 9")).toMatch(/lga=Ikom&state=submitted,/);
  expect(hrefOf("New, Potholes: 5")).toMatch(/category=c1&submitted_from=2026-01-01/);
  expect(screen.queryByRole("link", { name: /No department/ })).toBeNull();
});
