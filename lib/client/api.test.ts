import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";
import { ApiError, errorMessageOf } from "./api-error";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

it.each([
  ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), "The service can't be reached."],
  ["a truncated body", () => new Response('{"status":200,"da'), "The service returned an unreadable response."],
  [
    "HTML with status 500",
    () => new Response("<html>", { status: 500 }),
    "The service returned an unreadable response.",
  ],
])("an API call reports %s with a message for the user", async (_, answer, message) => {
  vi.stubGlobal("crossRiverPayFetch", async () => answer());
  await expect(api.overview.figures({ days: "7" })).rejects.toThrow(message);
});

it("an API call without a response ends after 15 seconds with a message for the user", async () => {
  const limit = new AbortController();
  const setLimit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  vi.stubGlobal(
    "crossRiverPayFetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const figures = api.overview.figures({ days: "7" });
  const refusal = expect(figures).rejects.toThrow("The service took too long to answer.");
  limit.abort();
  await refusal;
  expect(setLimit).toHaveBeenCalledExactlyOnceWith(15_000);
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
