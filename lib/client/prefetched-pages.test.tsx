import { afterEach, expect, it, vi } from "vitest";
import { endNavigation, reportNavigation } from "./navigation-start";
import { mayBePrefetched, prefetchPage } from "./prefetched-pages";

const router = { prefetch: vi.fn() };

afterEach(() => {
  router.prefetch.mockClear();
  window.history.replaceState(null, "", "/");
});

it("prefetches the full page and remembers it by path and search", () => {
  prefetchPage(router, "/dashboard/kyc-management/1?lane=new");
  expect(router.prefetch.mock.calls).toEqual([["/dashboard/kyc-management/1?lane=new", { kind: "full" }]]);
  window.history.replaceState(null, "", "/dashboard/kyc-management/1");
  expect(mayBePrefetched()).toBe(false);
  window.history.replaceState(null, "", "/dashboard/kyc-management/1?lane=new");
  expect(mayBePrefetched()).toBe(true);
});

it("prefetches nothing during a navigation", () => {
  reportNavigation();
  prefetchPage(router, "/dashboard/wallets");
  expect(router.prefetch).not.toHaveBeenCalled();
  endNavigation();
  prefetchPage(router, "/dashboard/wallets");
  expect(router.prefetch).toHaveBeenCalledTimes(1);
});
