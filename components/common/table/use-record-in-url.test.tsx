import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { useRecordInUrl } from "./use-record-in-url";

/** Result of the mocked `useSearchParams`. Differs from the browser's URL in tests in which the Next.js router drops an update. */
let mockedSearch = "";
setNavigationHooks({ usePathname: () => "/categories", useSearchParams: () => new URLSearchParams(mockedSearch) });

const loadPage = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, "replace").mockImplementation(loadPage);
  mockedSearch = "?view=all";
  window.history.replaceState(null, "", "/categories?view=all");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  loadPage.mockReset();
});

const renderOpened = (id: string) => {
  const hook = renderHook(() => useRecordInUrl("category"));
  act(() => hook.result.current.open(id));
  expect(window.location.search).toBe(`?view=all&category=${id}`);
  return hook;
};

test("sets the URL of an opened record, and does not set it again when the router applies the change", () => {
  const { result, rerender } = renderOpened("new");
  mockedSearch = window.location.search;
  rerender();
  expect(result.current.entry).toBe("new");
  const replaceState = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(5_000);
  expect(replaceState).not.toHaveBeenCalled();
  expect(loadPage).not.toHaveBeenCalled();
});

test("sets the URL of a record again when the Next.js router drops the change, and reloads the page if the router drops it twice", () => {
  renderOpened("new");
  window.history.replaceState(null, "", "/categories?view=all");
  vi.advanceTimersByTime(1_000);
  expect(window.location.search).toBe("?view=all&category=new");
  vi.advanceTimersByTime(1_000);
  expect(loadPage).toHaveBeenCalledExactlyOnceWith("/categories?view=all&category=new");
});

test("does not reopen a record that was closed before its data arrived", () => {
  const { result } = renderOpened("new");
  act(() => result.current.close());
  vi.advanceTimersByTime(500);
  expect(window.location.search).toBe("?view=all");
  vi.advanceTimersByTime(5_000);
  expect(loadPage).not.toHaveBeenCalled();
});
