import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { FaqListScreen } from "./faq-list-screen";
import { FaqOrderEditor } from "./faq-order";

setNavigationHooks({
  usePathname: () => "/dashboard/app-config/faq",
  useRouter: () => ({ push: () => {}, replace: () => {}, prefetch: () => {} }),
  useSearchParams: () => new URLSearchParams(),
});

const NOW = Date.parse("2026-11-23T10:00:00.000Z");
const timeAfter = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
let fetchCount: number;
let adminRights: object;

beforeEach(() => {
  fetchCount = 0;
  adminRights = { read: true };
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    const isListRequest = url.includes("/entries/faq");
    if (isListRequest) fetchCount++;
    const isPublished = Date.now() >= NOW + 60_000;
    const question = {
      id: "q",
      kind: "faq",
      title: "Where is the ferry?",
      state: isPublished ? "published" : "scheduled",
      from: timeAfter(60),
      until: null,
      next_from: null,
      changed: false,
      languages: ["en"],
      position: 0,
      faq_group: "Ferries",
      thumbnail: null,
      helpful: 0,
      not_helpful: 0,
      updated_at: timeAfter(0),
      updated_by: null,
      version: 1,
    };
    const items = isListRequest ? [question] : [];
    const features = [{ name: "App Configurations", access: adminRights }];
    const data = { items, features, page: 0, size: 20, total: items.length, totalIsCapped: false };
    return Response.json({ status: 200, message: "", data });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const renderScreen = (element: ReactElement) =>
  render(<QueryClientProvider client={makeQueryClient()}>{element}</QueryClientProvider>);

it('labels the first column of the FAQ list "Question"', async () => {
  renderScreen(<FaqListScreen />);
  expect(await screen.findByRole("columnheader", { name: /^Question/ })).toBeTruthy();
  expect(screen.queryByRole("columnheader", { name: /^Title/ })).toBeNull();
});

it("refetches the FAQ's question order once a question's publication time has passed", async () => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
  renderScreen(<FaqOrderEditor />);
  expect(await screen.findByText("Scheduled")).toBeTruthy();
  expect(fetchCount).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(62_000));
  expect(await screen.findByText("Published")).toBeTruthy();
});

it("shows the FAQ's question order without move buttons to an admin who may only read", async () => {
  adminRights = { read: true, update: true };
  const { unmount } = renderScreen(<FaqOrderEditor />);
  expect(await screen.findByRole("button", { name: "Move Where is the ferry?" })).toBeTruthy();
  unmount();
  adminRights = { read: true };
  renderScreen(<FaqOrderEditor />);
  expect(await screen.findByText("Where is the ferry?")).toBeTruthy();
  expect(screen.getByText(/that needs the right to update/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Move / })).toBeNull();
  expect(screen.queryByRole("textbox", { name: /^Position of / })).toBeNull();
});
