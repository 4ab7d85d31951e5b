import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endNavigation, notifyNavigationStart } from "./navigation-start";
import { forgetPrefetchOfOpenPage, mayErrorComeFromPrefetch, prefetchPage } from "./prefetched-pages";

const router = { prefetch: vi.fn() };

beforeEach(() => {
  // Ends a navigation that another test file may have left pending, because test files share modules.
  endNavigation();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  router.prefetch.mockClear();
  window.history.replaceState(null, "", "/");
});

it("prefetches a whole page with its data, and remembers the page by path and search params", () => {
  prefetchPage(router, "/dashboard/kyc-management/1?lane=new");
  expect(router.prefetch.mock.calls).toEqual([["/dashboard/kyc-management/1?lane=new", { kind: "full" }]]);
  window.history.replaceState(null, "", "/dashboard/kyc-management/1");
  expect(mayErrorComeFromPrefetch()).toBe(false);
  window.history.replaceState(null, "", "/dashboard/kyc-management/1?lane=new");
  expect(mayErrorComeFromPrefetch()).toBe(true);
});

it("prefetches no page during a navigation", () => {
  notifyNavigationStart();
  prefetchPage(router, "/dashboard/wallets");
  expect(router.prefetch).not.toHaveBeenCalled();
  endNavigation();
  prefetchPage(router, "/dashboard/wallets");
  expect(router.prefetch).toHaveBeenCalledTimes(1);
});

it.each<[string, () => void, boolean]>([
  ["when it opens", () => vi.advanceTimersByTime(299_999), true],
  ["once Next.js no longer keeps the prefetched page", () => vi.advanceTimersByTime(300_000), false],
  ["after the page was on screen", forgetPrefetchOfOpenPage, false],
  ["offline", () => vi.stubGlobal("navigator", { onLine: false }), false],
])("reports whether a page's error may come from a failed prefetch: %s", (_case, change, expected) => {
  prefetchPage(router, "/dashboard/grants");
  window.history.replaceState(null, "", "/dashboard/grants");
  change();
  expect(mayErrorComeFromPrefetch()).toBe(expected);
});

it("forgets prefetched pages that Next.js no longer keeps", () => {
  const set = vi.spyOn(Map.prototype, "set");
  prefetchPage(router, "/dashboard/ireports/1");
  const pages = set.mock.contexts[set.mock.calls.findIndex(([key]) => key === "/dashboard/ireports/1")];
  set.mockRestore();
  expect(pages).toBeInstanceOf(Map);
  vi.advanceTimersByTime(300_000);
  prefetchPage(router, "/dashboard/ireports/2");
  // Checks only these two pages, because other test files in this process may have left prefetched pages with later times.
  const keys = [...(pages as Map<string, number>).keys()];
  expect(keys).toContain("/dashboard/ireports/2");
  expect(keys).not.toContain("/dashboard/ireports/1");
});
