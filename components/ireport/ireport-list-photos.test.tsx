import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { IreportListPhotos } from "./ireport-list-photos";

const observerCallbacks: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
const requestUrls: string[] = [];

beforeEach(() => {
  observerCallbacks.length = 0;
  requestUrls.length = 0;
  class FakeObserver {
    constructor(callback: (typeof observerCallbacks)[number]) {
      observerCallbacks.push(callback);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(url);
    const reports = new URL(url, "http://test").searchParams.get("ids")?.split(",") ?? [];
    const items = reports.flatMap((report_id) =>
      ["1", "2"].map((id) => ({ report_id, image: `data:image/webp;base64,${report_id}${id}` })),
    );
    return Response.json({ status: 200, message: "", data: { items } });
  });
});
const renderPhotos = (...photos: number[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {photos
        .map((count, index) => ({ id: `r${index + 1}`, photos: count }))
        .map((report) => (
          <IreportListPhotos key={report.id} report={report} />
        ))}
    </QueryClientProvider>,
  ).container;

it("requests a report's photos once its row is visible, then shows two photos and the total number of photos", async () => {
  const row = renderPhotos(3);
  expect(screen.getByText("3 photos")).toBeDefined();
  await act(async () => observerCallbacks[0]?.([{ isIntersecting: false }]));
  expect(requestUrls).toEqual([]);
  expect(row.querySelectorAll("img")).toHaveLength(0);
  await act(async () => observerCallbacks[0]?.([{ isIntersecting: true }]));
  await waitFor(() => expect(row.querySelectorAll("img")).toHaveLength(2));
  expect(requestUrls).toEqual(["/api/v1/ireports/thumbnails?ids=r1"]);
  expect(screen.getByText("+1")).toBeDefined();
});

it("sends no photo request for a report that has none", async () => {
  renderPhotos(0);
  expect(observerCallbacks).toEqual([]);
  expect(requestUrls).toEqual([]);
});

it("loads the photos of all report rows that become visible at the same time with one request", async () => {
  const list = renderPhotos(1, 0, 2);
  await act(async () => {
    for (const callback of observerCallbacks) callback([{ isIntersecting: true }]);
  });
  await waitFor(() => expect(list.querySelectorAll("img")).toHaveLength(3));
  expect(requestUrls).toEqual(["/api/v1/ireports/thumbnails?ids=r1%2Cr3"]);
});
