import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigateBy } from "@/lib/client/testing-navigation";
import { useRecordInAddress } from "./use-record-in-address";

/** Search params that the mocked `useSearchParams` returns. Differs from the URL where Next drops a change. */
let told = "";
navigateBy({ usePathname: () => "/categories", useSearchParams: () => new URLSearchParams(told) });

const loaded = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, "replace").mockImplementation(loaded);
  told = "?view=all";
  window.history.replaceState(null, "", "/categories?view=all");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  loaded.mockReset();
});

const opened = (id: string) => {
  const hook = renderHook(() => useRecordInAddress("category"));
  act(() => hook.result.current.open(id));
  expect(window.location.search).toBe(`?view=all&category=${id}`);
  return hook;
};

test("opens a record, and does not set the URL again when Next applies the change", () => {
  const { result, rerender } = opened("new");
  told = window.location.search;
  rerender();
  expect(result.current.entry).toBe("new");
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(5_000);
  expect(change).not.toHaveBeenCalled();
  expect(loaded).not.toHaveBeenCalled();
});

test("sets the URL again when Next drops the change, and loads the page if Next drops it twice", () => {
  opened("new");
  window.history.replaceState(null, "", "/categories?view=all");
  vi.advanceTimersByTime(1_000);
  expect(window.location.search).toBe("?view=all&category=new");
  vi.advanceTimersByTime(1_000);
  expect(loaded).toHaveBeenCalledExactlyOnceWith("/categories?view=all&category=new");
});

test("does not reopen a record that was closed", () => {
  const { result } = opened("new");
  act(() => result.current.close());
  vi.advanceTimersByTime(500);
  expect(window.location.search).toBe("?view=all");
  vi.advanceTimersByTime(5_000);
  expect(loaded).not.toHaveBeenCalled();
});
