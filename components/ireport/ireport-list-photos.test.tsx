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
    const reports = new URL(url, "http://test").searchParams.get("ids")?.split(",") ?? [];
    const items = reports.flatMap((report_id) =>
      ["1", "2"].map((id) => ({ report_id, image: `data:image/webp;base64,${report_id}${id}` })),
    );
    return Response.json({ status: 200, message: "", data: { items } });
  });
});
const show = (...photos: number[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {photos
        .map((count, at) => ({ id: `r${at + 1}`, photos: count }))
        .map((report) => (
          <IreportListPhotos key={report.id} report={report} />
        ))}
    </QueryClientProvider>,
  ).container;

it("requests photos once the row is visible, then shows two and their total number", async () => {
  const row = show(3);
  expect(screen.getByText("3 photos")).toBeDefined();
  await act(async () => seen[0]?.([{ isIntersecting: false }]));
  expect(asked).toEqual([]);
  expect(row.querySelectorAll("img")).toHaveLength(0);
  await act(async () => seen[0]?.([{ isIntersecting: true }]));
  await waitFor(() => expect(row.querySelectorAll("img")).toHaveLength(2));
  expect(asked).toEqual(["/api/v1/ireports/thumbnails?ids=r1"]);
  expect(screen.getByText("+1")).toBeDefined();
});

it("requests nothing for a report without photos", async () => {
  show(0);
  expect(seen).toEqual([]);
  expect(asked).toEqual([]);
});

it("loads the photos of rows that become visible together with one request", async () => {
  const list = show(1, 0, 2);
  await act(async () => {
    for (const tell of seen) tell([{ isIntersecting: true }]);
  });
  await waitFor(() => expect(list.querySelectorAll("img")).toHaveLength(3));
  expect(asked).toEqual(["/api/v1/ireports/thumbnails?ids=r1%2Cr3"]);
});
