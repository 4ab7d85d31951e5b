import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";
import { ApiError, errorMessageOf } from "./api-error";

afterEach(() => vi.unstubAllGlobals());

it("bypasses the browser's HTTP cache for public calls only", async () => {
  const fetchCalls: [string, RequestCache | undefined][] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, { cache }: RequestInit) => {
    fetchCalls.push([url, cache]);
    return Response.json({ status: 200, message: "", data: {} });
  });
  await api.content.publicSlides({});
  await api.content.calendar({ from: "2026-11-01", to: "2026-11-30" });
  expect(fetchCalls.map(([url, cache]) => [url.split("?")[0], cache])).toEqual([
    ["/api/v1/public/slides", "no-cache"],
    ["/api/v1/content/calendar", undefined],
  ]);
});

it("rejects an empty API response unless the route is nullable", async () => {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data: null }));
  await expect(api.overview.figures({ days: "7" })).rejects.toThrow("The service returned an unreadable response.");
  expect(await api.push.config({})).toBeNull();
});

it("returns the messages of API errors and of our own errors, and a general message for runtime errors", () => {
  expect(errorMessageOf(new ApiError("timeout"))).toBe("The service took too long to answer. Try again.");
  expect(errorMessageOf(new Error("The file has no line."))).toBe("The file has no line.");
  expect(errorMessageOf(new TypeError("Cannot read properties of null"))).toBe("Something went wrong. Try again.");
  expect(errorMessageOf(new DOMException("Gone", "NotReadableError"), "Choose the file again.")).toBe(
    "Choose the file again.",
  );
});
