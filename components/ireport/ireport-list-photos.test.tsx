import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { IreportListPhotos } from "./ireport-list-photos";

const seen: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
const asked: string[] = [];

beforeEach(() => {
  seen.length = 0;
  asked.length = 0;
  class Observer {
    constructor(tell: (typeof seen)[number]) {
      seen.push(tell);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    asked.push(url);
    const items = ["1", "2", "3"].map((id) => ({ id, image: `data:image/webp;base64,${id}` }));
    return Response.json({ status: 200, message: "", data: { items } });
  });
});
const show = (photos: number) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IreportListPhotos report={{ id: "r1", photos }} />
    </QueryClientProvider>,
  ).container;

it("asks for nothing until the row is in view, then shows the first two and says how many there are", async () => {
  const row = show(3);
  expect(screen.getByText("3 photos")).toBeDefined();
  await act(async () => seen[0]?.([{ isIntersecting: false }]));
  expect(asked).toEqual([]);
  expect(row.querySelectorAll("img")).toHaveLength(0);
  await act(async () => seen[0]?.([{ isIntersecting: true }]));
  await waitFor(() => expect(row.querySelectorAll("img")).toHaveLength(2));
  expect(asked).toEqual(["/api/v1/ireports/r1/thumbnails"]);
  expect(screen.getByText("+1")).toBeDefined();
});

it("never asks for what a report does not have", async () => {
  show(0);
  expect(seen).toEqual([]);
  expect(asked).toEqual([]);
});
