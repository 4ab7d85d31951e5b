import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { AnnouncementListScreen } from "./announcement-list-screen";

const mockNavigation = { search: "", push: vi.fn() };
setNavigationHooks({
  useRouter: () => ({ push: mockNavigation.push }),
  usePathname: () => "/dashboard/content-management/announcements",
  useSearchParams: () => new URLSearchParams(mockNavigation.search),
});

const ENTRY_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const ROW: ContentEntryRow = {
  id: ENTRY_ID,
  kind: "announcements",
  title: "Bridge closed",
  state: "published",
  from: "2026-11-21T13:05:00.000Z",
  until: "2030-12-01T07:00:00.000Z",
  next_from: null,
  live_number: 1,
  changed: true,
  languages: ["en"],
  position: 0,
  pinned: true,
  audience: "groups",
  groups: [{ id: "g", name: "Traders" }],
  faq_group: "",
  lga: null,
  tags: [],
  thumbnail: null,
  image_weight: null,
  reads: 1204,
  helpful: 0,
  not_helpful: 0,
  updated_at: "2026-11-21T13:00:00.000Z",
  updated_by: { id: "a", name: "Ofem Ubi", email: "ofem@crossriverpay.example" },
  version: 2,
};

let requestUrls: string[];
let creations: { key: string | null; body: unknown }[];
let storedRows: ContentEntryRow[];
let failsToLoad: boolean;
let rights: object;

beforeEach(() => {
  requestUrls = [];
  creations = [];
  storedRows = [ROW];
  failsToLoad = false;
  rights = { read: true, create: true };
  mockNavigation.push.mockClear();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    if (url.endsWith("/access"))
      return Response.json({ status: 200, data: { features: [{ name: "Content Management", access: rights }] } });
    if (init.method === "POST") {
      creations.push({ key: new Headers(init.headers).get("idempotency-key"), body: JSON.parse(String(init.body)) });
      if (creations.length === 1) throw new TypeError("failed to fetch");
      return Response.json({ status: 200, data: ROW });
    }
    requestUrls.push(url);
    if (failsToLoad) return Response.json({ status: 500, message: "The list can't be read." }, { status: 500 });
    return Response.json({
      status: 200,
      data: { items: storedRows, page: 0, size: 20, total: storedRows.length, totalIsCapped: false },
    });
  });
});
function renderScreen(search = ""): void {
  mockNavigation.search = search;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <AnnouncementListScreen />
    </QueryClientProvider>,
  );
}

it("shows each announcement's state, audience and publication times", async () => {
  renderScreen();
  const row = within(await screen.findByRole("row", { name: /Bridge closed/ }));
  expect(row.getByRole("link", { name: /Bridge closed/ }).getAttribute("href")).toBe(
    `/dashboard/content-management/announcements/${ENTRY_ID}`,
  );
  for (const text of ["Published", "Unpublished changes", "Traders", "1,204", "Ofem Ubi"]) row.getByText(text);
  row.getByText("Live since 21 Nov 2026, 14:05, ends 1 Dec 2030, 08:00");
  row.getByRole("img", { name: "Pinned" });
});

it("requests the list of announcements with the filters of the URL", async () => {
  renderScreen("?q=bridge&state=draft,expired&audience=groups&sort=title&page=2");
  await screen.findByText("Bridge closed");
  const { searchParams } = new URL(requestUrls[0] ?? "", "http://x");
  expect(Object.fromEntries(searchParams)).toEqual({
    q: "bridge",
    state: "draft,expired",
    audience: "groups",
    sort: "title",
    page: "1",
    size: "20",
  });
});

it("distinguishes an empty list of announcements, a list without matches and a failed request", async () => {
  storedRows = [];
  renderScreen();
  await screen.findByText("Nothing here yet");
  cleanup();
  renderScreen("?state=archived");
  await screen.findByText("Nothing matches");
  cleanup();
  failsToLoad = true;
  renderScreen();
  await screen.findByText("The list can't be read.");
  failsToLoad = false;
  storedRows = [ROW];
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("Bridge closed");
});

it("creates one announcement when the first response is lost and the button is pressed again, then opens its page", async () => {
  renderScreen();
  fireEvent.click(await screen.findByRole("button", { name: "New announcement" }));
  await waitFor(() => expect(creations).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "New announcement" }).getAttribute("aria-busy")).toBeNull(),
  );
  fireEvent.click(screen.getByRole("button", { name: "New announcement" }));
  await waitFor(() =>
    expect(mockNavigation.push).toHaveBeenCalledWith(`/dashboard/content-management/announcements/${ENTRY_ID}`),
  );
  expect(creations[0]?.key).toBe(creations[1]?.key);
  expect(creations[1]?.body).toMatchObject({ draft: { texts: {}, audience: "everybody", pinned: false } });
});

it("hides the New announcement button from admins who may only read", async () => {
  rights = { read: true };
  renderScreen();
  await screen.findByText("Bridge closed");
  expect(screen.queryByRole("button", { name: "New announcement" })).toBeNull();
  expect(screen.getByRole("link", { name: "Calendar" }).getAttribute("href")).toBe("?view=calendar");
});
