import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { useListParams } from "@/lib/client/use-list-params";
import { declareList } from "@/lib/contract/list.values";

/** Search params that the mocked `useSearchParams` returns. Differs from the URL if Next.js drops a change. */
let queryReadByNext = "";
setNavigationHooks({
  usePathname: () => "/people",
  useSearchParams: () => new URLSearchParams(queryReadByNext),
});

const TEST_LIST = declareList({ filters: {}, sorts: ["name"] });
const OLD_QUERY = "?sort=name";
const NEW_QUERY = "?q=ada&sort=name";
const mockReload = vi.fn();
const setAddress = (search: string) => window.history.replaceState(null, "", `/people${search}`);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, "replace").mockImplementation(mockReload);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  mockReload.mockReset();
});

function followLink() {
  const link = document.createElement("a");
  link.append(document.createElement("b"));
  document.body.append(link);
  link.firstElementChild?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  link.remove();
}

/** Renders a list after a search for "ada". */
function renderSearchedList() {
  queryReadByNext = OLD_QUERY;
  setAddress(OLD_QUERY);
  const hook = renderHook(() => useListParams(TEST_LIST));
  act(() => hook.result.current.setSearch("ada"));
  expect(window.location.search).toBe(NEW_QUERY);
  const hear = (search: string) => {
    queryReadByNext = search;
    hook.rerender();
  };
  return { hook, hear };
}

test("does not set the URL again if the router applied the changed search params", () => {
  const { hook, hear } = renderSearchedList();
  hear(NEW_QUERY);
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(5_000);
  expect(hook.result.current.state.q).toBe("ada");
  expect(change).not.toHaveBeenCalled();
  expect(mockReload).not.toHaveBeenCalled();
});

test("sets the URL again if the Next.js router dropped the changed search params", () => {
  const { hear } = renderSearchedList();
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(1_000);
  expect(change).toHaveBeenCalledWith(null, "", `/people${NEW_QUERY}`);
  hear(NEW_QUERY);
  vi.advanceTimersByTime(5_000);
  expect(mockReload).not.toHaveBeenCalled();
});

test("sets the URL again if the Next.js router reset the URL", () => {
  renderSearchedList();
  setAddress(OLD_QUERY);
  vi.advanceTimersByTime(1_000);
  expect(window.location.search).toBe(NEW_QUERY);
});

test("loads the page if the Next.js router drops the changed search params twice", () => {
  renderSearchedList();
  vi.advanceTimersByTime(1_000);
  setAddress(OLD_QUERY);
  vi.advanceTimersByTime(1_000);
  expect(mockReload).toHaveBeenCalledExactlyOnceWith(`/people${NEW_QUERY}`);
});

test("does not load the page again while offline", () => {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  renderSearchedList();
  vi.advanceTimersByTime(5_000);
  expect(mockReload).not.toHaveBeenCalled();
});

test.each([
  ["goes back", () => window.dispatchEvent(new PopStateEvent("popstate"))],
  ["goes elsewhere", () => setAddress("?sort=-name")],
  // URL of a row's page. Its search params are those from before the search for "ada".
  ["opens a row", () => window.history.pushState(null, "", `/people/1${OLD_QUERY}`)],
  ["follows a link whose page is still on its way", followLink],
])("stops watching the URL when the user %s", (_how, leave) => {
  renderSearchedList();
  leave();
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(5_000);
  expect(change).not.toHaveBeenCalled();
  expect(mockReload).not.toHaveBeenCalled();
});

test("stops watching the URL when the list is unmounted", () => {
  const { hook } = renderSearchedList();
  hook.unmount();
  vi.advanceTimersByTime(5_000);
  expect(mockReload).not.toHaveBeenCalled();
});
