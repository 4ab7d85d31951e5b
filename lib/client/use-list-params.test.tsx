import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { declareList } from "@/lib/contract/list.values";
import { navigateBy } from "./testing-navigation";
import { useListParams } from "./use-list-params";

/** What Next tells the screen; it follows the address, except where Next loses a change. */
let told = "";
navigateBy({
  usePathname: () => "/people",
  useSearchParams: () => new URLSearchParams(told),
});

const LIST = declareList({ filters: {}, sorts: ["name"] });
const BEFORE = "?sort=name";
const WANTED = "?q=ada&sort=name";
const loaded = vi.fn();
const setAddress = (search: string) => window.history.replaceState(null, "", `/people${search}`);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, "replace").mockImplementation(loaded);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  loaded.mockReset();
});

function followLink() {
  const link = document.createElement("a");
  link.append(document.createElement("b"));
  document.body.append(link);
  link.firstElementChild?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  link.remove();
}

/** A list in which somebody has just searched for "ada". */
function searched() {
  told = BEFORE;
  setAddress(BEFORE);
  const hook = renderHook(() => useListParams(LIST));
  act(() => hook.result.current.setSearch("ada"));
  expect(window.location.search).toBe(WANTED);
  const hear = (search: string) => {
    told = search;
    hook.rerender();
  };
  return { hook, hear };
}

test("a change that the screen hears of is left alone", () => {
  const { hook, hear } = searched();
  hear(WANTED);
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(5_000);
  expect(hook.result.current.state.q).toBe("ada");
  expect(change).not.toHaveBeenCalled();
  expect(loaded).not.toHaveBeenCalled();
});

test("a change that was lost is told again, and then is there", () => {
  const { hear } = searched();
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(1_000);
  expect(change).toHaveBeenCalledWith(null, "", `/people${WANTED}`);
  hear(WANTED);
  vi.advanceTimersByTime(5_000);
  expect(loaded).not.toHaveBeenCalled();
});

test("an address that was set back behind one's back is set again", () => {
  searched();
  setAddress(BEFORE);
  vi.advanceTimersByTime(1_000);
  expect(window.location.search).toBe(WANTED);
});

test("a change that is lost twice arrives by loading the page", () => {
  searched();
  vi.advanceTimersByTime(1_000);
  setAddress(BEFORE);
  vi.advanceTimersByTime(1_000);
  expect(loaded).toHaveBeenCalledExactlyOnceWith(`/people${WANTED}`);
});

test("without a line nothing is loaded", () => {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  searched();
  vi.advanceTimersByTime(5_000);
  expect(loaded).not.toHaveBeenCalled();
});

test.each([
  ["goes back", () => window.dispatchEvent(new PopStateEvent("popstate"))],
  ["goes elsewhere", () => setAddress("?sort=-name")],
  // The page of a row has an address without a search, as the list had before.
  ["opens a row", () => window.history.pushState(null, "", `/people/1${BEFORE}`)],
  ["follows a link whose page is still on its way", followLink],
])("anyone who %s in the meantime is not brought back", (_how, leave) => {
  searched();
  leave();
  const change = vi.spyOn(window.history, "replaceState");
  vi.advanceTimersByTime(5_000);
  expect(change).not.toHaveBeenCalled();
  expect(loaded).not.toHaveBeenCalled();
});

test("nor is anyone who leaves the list", () => {
  const { hook } = searched();
  hook.unmount();
  vi.advanceTimersByTime(5_000);
  expect(loaded).not.toHaveBeenCalled();
});

test("a search that was typed just before the list was left does not go to the next page's address", () => {
  const { hook } = searched();
  window.history.pushState(null, "", "/people/1");
  act(() => hook.result.current.setSearch("ada obi"));
  expect(window.location.pathname + window.location.search).toBe("/people/1");
});
