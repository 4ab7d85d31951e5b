import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { PromotionRow } from "@/lib/contract/promotion-row";
import { accessQuery } from "@/lib/queries/rp";
import { PromotionArchiveScreen, PromotionListScreen } from "./promotion-list-screen";

const mockNavigation = { search: "" };
setNavigationHooks({
  useRouter: () => ({ push: vi.fn() }),
  usePathname: () => "/dashboard/promotions/all",
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});

const PROMOTION: PromotionRow = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  name: "Ten percent off bills",
  state: "paused",
  pause_cause: "pool",
  end_cause: null,
  trigger: "code",
  kind: "percentage",
  basis_points: 1_250,
  flat_amount: null,
  cap: 50_000,
  minimum: 0,
  types: ["bill_payment"],
  channels: [],
  first_payment_only: false,
  uses_total: null,
  uses_per_user: 1,
  uses_per_code: null,
  budget: 100_000_000,
  starts_at: "2027-01-01T08:00:00.000Z",
  ends_at: null,
  code: null,
  codes: 1_200,
  uses: 4_321,
  spent: 30_000_000,
  reserved_uses: 2,
  reserved: 100_000,
  updated_at: "2026-11-21T10:00:00.000Z",
  version: 3,
};

const requestUrls: URL[] = [];
let listedPromotions: PromotionRow[];
beforeEach(() => {
  requestUrls.length = 0;
  listedPromotions = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(new URL(url, "http://test"));
    const data = { items: listedPromotions, page: 0, size: 20, total: listedPromotions.length, totalIsCapped: false };
    return Response.json({ status: 200, message: "", data });
  });
});
type Rights = Partial<Record<"create" | "export", boolean>>;

/** Renders a list of promotions at this URL for an admin with these rights. */
function renderScreen(Screen: typeof PromotionListScreen, search: string, rights: Rights) {
  mockNavigation.search = search;
  const client = new QueryClient();
  const access = { read: true, create: false, update: false, delete: false, approve: false, export: false, ...rights };
  client.setQueryData(accessQuery().queryKey, { features: [{ name: "Promotions", access }] });
  client.setQueryDefaults(accessQuery().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
}
const lastParams = () => Object.fromEntries(requestUrls.at(-1)?.searchParams ?? []);

it("shows each promotion's benefit, the used part of its budget, and why it does not run", async () => {
  listedPromotions = [PROMOTION];
  renderScreen(PromotionListScreen, "", {});
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Ten percent off bills" });
  expect(new URL(link.href).pathname).toBe(`/dashboard/promotions/all/${PROMOTION.id}`);
  for (const text of [
    "Paused: pool too low",
    "12.5% off, at most ₦500.00",
    "1,200 codes",
    "4,321",
    "From 1 Jan 2027",
    "₦300.0K of ₦1.0M",
  ])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.getByTitle("₦300,000.00 of ₦1,000,000.00, ₦1,000.00 of payments in progress")).toBeDefined();
});

it("requests promotions with the filters of the URL, and writes a changed filter to the URL", async () => {
  renderScreen(PromotionListScreen, "?state=active,paused&kind=flat&trigger=code&type=ticket&sort=-spent", {});
  expect(await screen.findByText("Nothing matches")).toBeDefined();
  expect(lastParams()).toMatchObject({
    state: "active,paused",
    kind: "flat",
    trigger: "code",
    type: "ticket",
    sort: "-spent",
  });
  window.history.replaceState(null, "", `/dashboard/promotions/all${mockNavigation.search}`);
  fireEvent.click(screen.getByRole("button", { name: /^Remove filter Gives/ }));
  expect(new URLSearchParams(window.location.search).get("kind")).toBeNull();
  expect(new URLSearchParams(window.location.search).get("trigger")).toBe("code");
});

it("shows New promotion and Export only to admins with the rights to create and export", async () => {
  renderScreen(PromotionListScreen, "", {});
  expect(await screen.findByText("Nothing here yet")).toBeDefined();
  expect(screen.queryByRole("link", { name: "New promotion" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Export/ })).toBeNull();
  cleanup();
  listedPromotions = [PROMOTION];
  renderScreen(PromotionListScreen, "", { create: true, export: true });
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "New promotion" });
  expect(new URL(link.href).pathname).toBe("/dashboard/promotions/all/new");
  expect(screen.getByRole("button", { name: /Export/ })).toBeDefined();
});

it("lists only archived promotions in the archive, even if the URL filters by another state", async () => {
  renderScreen(PromotionArchiveScreen, "?state=active&kind=cashback", { create: true });
  expect(await screen.findByText("Nothing matches")).toBeDefined();
  expect(lastParams()).toMatchObject({ state: "archived", kind: "cashback" });
  expect(screen.queryByRole("button", { name: /^Status/ })).toBeNull();
  expect(screen.queryByRole("link", { name: "New promotion" })).toBeNull();
});
