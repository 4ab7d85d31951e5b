import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

it("asks again for what browsers may keep, and for nothing else", async () => {
  const asked: [string, RequestCache | undefined][] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, { cache }: RequestInit) => {
    asked.push([url, cache]);
    return Response.json({ status: 200, message: "", data: {} });
  });
  await api.content.publicSlides({});
  await api.content.calendar({ from: "2026-11-01", to: "2026-11-30" });
  expect(asked.map(([url, cache]) => [url.split("?")[0], cache])).toEqual([
    ["/api/v1/public/slides", "no-cache"],
    ["/api/v1/content/calendar", undefined],
  ]);
});
