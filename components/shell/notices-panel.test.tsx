import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { Notice, NoticesSeen } from "@/lib/contract/notices";
import { NoticesBell } from "./notices-bell";

setNavigationHooks({
  usePathname: () => "/dashboard",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({ prefetch: () => {}, push: () => {} }),
});

const makeNotice = (n: number, values: Partial<Notice> = {}): Notice => ({
  id: `019b76da-afc5-77b8-b3c0-9fbab77${String(n).padStart(5, "0")}`,
  kind: "assigned",
  record: { type: "kyc", id: `k${n}`, name: `KYC-${n}` },
  title: "Assigned to you",
  text: `Ada Obi assigned KYC-${n} to you.`,
  url: `/dashboard/kyc-management/k${n}`,
  created_at: "2026-11-21T10:00:00.000Z",
  read_at: null,
  ...values,
});

let storedNotices: Notice[];
let isFailing: boolean;
let requestedPaths: string[];
let marked: NoticesSeen[];
const countUnread = () => storedNotices.filter(({ read_at }) => read_at === null).length;
const okResponse = (data: unknown) => Response.json({ status: 200, message: "OK", data });

beforeEach(() => {
  storedNotices = [makeNotice(1), makeNotice(2, { read_at: "2026-11-21T11:00:00.000Z" })];
  isFailing = false;
  requestedPaths = [];
  marked = [];
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, "http://test");
    requestedPaths.push(`${init.method} ${pathname.replace(/.*\/v1/, "")}`);
    if (isFailing) return Response.json({ status: 500, message: "Try again.", code: "ERROR" }, { status: 500 });
    const seen = pathname.endsWith("/notices/read") ? JSON.parse(String(init.body)) : null;
    if (seen) marked.push(seen);
    if (init.method === "PATCH")
      storedNotices = storedNotices.map((each) =>
        seen?.and_older || seen?.shown.includes(each.id) || pathname.includes(each.id)
          ? { ...each, read_at: "2026-11-21T12:00:00.000Z" }
          : each,
      );
    if (init.method === "PATCH" || pathname.endsWith("/unread")) return okResponse({ unread: countUnread() });
    const all =
      searchParams.get("view") === "unread" ? storedNotices.filter(({ read_at }) => read_at === null) : storedNotices;
    const page = Number(searchParams.get("page") ?? 0);
    const items = all.slice(page * 20, page * 20 + 20);
    return okResponse({
      items,
      page,
      size: 20,
      total: all.length,
      totalIsCapped: false,
      until: "2026-11-21T10:00:00.000Z",
    });
  });
});

const renderBell = () =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <NoticesBell />
    </QueryClientProvider>,
  );
async function openPanel() {
  fireEvent.click(screen.getByRole("button", { name: /^Notices/ }));
  await screen.findByRole("dialog", { name: "Notices" }, { timeout: 20_000 });
}
const clickButton = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

it("shows the number of unread notices in the bell's label, and the notices when the bell is opened", async () => {
  renderBell();
  await screen.findByRole("button", { name: "Notices: 1 unread" });
  await openPanel();
  const links = await screen.findAllByRole("link", { name: /Assigned to you/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/dashboard/kyc-management/k1",
    "/dashboard/kyc-management/k2",
  ]);
  expect(links.map((link) => link.textContent?.startsWith("Unread: "))).toEqual([true, false]);
});

it("opens the record of a notice, marks the notice as read, and closes the panel", async () => {
  renderBell();
  await openPanel();
  const link = await screen.findByRole("link", { name: /KYC-1/ });
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  await screen.findByRole("button", { name: "Notices" });
  expect(requestedPaths).toContain(`PATCH /notices/${makeNotice(1).id}/read`);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("marks a notice without a page as read when clicked, and keeps the panel open", async () => {
  storedNotices = [makeNotice(1, { url: null, title: "Export complete" })];
  renderBell();
  await openPanel();
  fireEvent.click(await screen.findByRole("button", { name: /Export complete/ }));
  await waitFor(() => expect(screen.queryByText("Unread:", { exact: false })).toBeNull());
  expect(screen.queryByRole("dialog")).not.toBeNull();
});

it("Mark all as read marks every notice, and the filter shows only unread notices", async () => {
  renderBell();
  await openPanel();
  await screen.findByRole("link", { name: /KYC-2/ });
  clickButton("Unread");
  await waitFor(() => expect(screen.queryByRole("link", { name: /KYC-2/ })).toBeNull());
  await screen.findByRole("link", { name: /KYC-1/ });
  clickButton("Mark all as read");
  await screen.findByText("You have read all notices.");
  expect(screen.getByRole("button", { name: "Mark all as read" })).toHaveProperty("disabled", true);
});

it("counts notices that arrived since the last poll when the bell is opened, so that Mark all as read covers them", async () => {
  storedNotices = [];
  renderBell();
  await waitFor(() => expect(requestedPaths).toContain("GET /notices/unread"));
  await openPanel();
  await screen.findByText(/^Notices appear here/);
  fireEvent.keyDown(document, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  storedNotices = [makeNotice(1)];
  await openPanel();
  await screen.findByRole("button", { name: "Notices: 1 unread" });
  expect(screen.getByRole("button", { name: "Mark all as read" })).toHaveProperty("disabled", false);
});

it("Mark all as read does not mark notices that arrived after the visible ones", async () => {
  renderBell();
  await openPanel();
  await screen.findByRole("link", { name: /KYC-1 / });
  storedNotices = [makeNotice(3), ...storedNotices];
  clickButton("Mark all as read");
  await screen.findByRole("link", { name: /^Unread: .*KYC-3 / });
  expect(screen.getByRole("link", { name: /KYC-1 / }).textContent).not.toContain("Unread: ");
  expect(marked).toEqual([{ shown: [makeNotice(1).id, makeNotice(2).id], and_older: false }]);
});

it("Mark all as read also marks older notices that are not loaded yet", async () => {
  storedNotices = Array.from({ length: 25 }, (_, n) => makeNotice(n));
  renderBell();
  await openPanel();
  await screen.findByRole("link", { name: /KYC-19 / });
  clickButton("Mark all as read");
  await waitFor(() => expect(marked).toHaveLength(1));
  expect(marked).toEqual([{ shown: storedNotices.slice(0, 20).map(({ id }) => id), and_older: true }]);
});

it("loads older notices when the admin clicks the button at the end of the list", async () => {
  storedNotices = Array.from({ length: 25 }, (_, n) => makeNotice(n));
  renderBell();
  await openPanel();
  await screen.findByRole("link", { name: /KYC-19 / });
  expect(screen.queryByRole("link", { name: /KYC-24 / })).toBeNull();
  clickButton("Show older");
  await screen.findByRole("link", { name: /KYC-24 / });
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

it("shows the bell without a number of unread notices while the API fails, and offers a retry in the panel", async () => {
  isFailing = true;
  renderBell();
  await openPanel();
  expect(screen.getByRole("button", { name: "Notices" })).toBeDefined();
  const retry = await screen.findByRole("button", { name: /Try again|Retry/ }, { timeout: 5_000 });
  isFailing = false;
  fireEvent.click(retry);
  await screen.findByRole("link", { name: /KYC-1 / });
});
