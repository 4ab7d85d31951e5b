import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { DataTable, type TableRowsQuery } from "./data-table";

const LIST_URL = "/people?page=2";
const PEOPLE = ["Ada", "Ekpo", "Ini"].map((name, index) => ({ id: String(index), name }));

let listKey = 0;

beforeEach(() => {
  listKey++;
  setNavigationHooks({
    usePathname: () => window.location.pathname,
    useSearchParams: () => new URLSearchParams(window.location.search),
  });
  openEntry(`list ${listKey}`, LIST_URL);
});
afterEach(() => {
  scrollPage(0);
  openEntry(undefined, "/");
  setNavigationHooks({});
});

/** Simulates a history entry with the given key and URL. jsdom has no `navigation`. */
function openEntry(key: string | undefined, url: string) {
  window.history.replaceState(null, "", url);
  Object.assign(window, { navigation: key && { currentEntry: { key } } });
}

function scrollPage(top: number) {
  window.scrollTo({ top });
  fireEvent.scroll(window);
}

/** Returns to the list's history entry by Back, or opens its URL in a new entry, as a link does. */
function returnToList({ byBack }: { byBack: boolean }) {
  cleanup();
  openEntry("record", "/people/1");
  openEntry(byBack ? `list ${listKey}` : "second list", LIST_URL);
}

function listTable(isLoaded = true, items = PEOPLE) {
  const query: TableRowsQuery<(typeof PEOPLE)[number]> = {
    data: isLoaded ? { items, page: 1, size: 20, total: 3, totalIsCapped: false } : undefined,
    isError: false,
    isFetching: !isLoaded,
    isPlaceholderData: false,
    error: null,
    refetch: () => {},
  };
  const noChange = () => {};
  const list = {
    ...{ state: { page: 2, size: 20, filters: {} }, sort: undefined, setPage: noChange, setSize: noChange },
    ...{ setSort: noChange, toggleSort: noChange, setSearch: noChange, setFilters: noChange, clear: noChange },
  };
  return (
    <DataTable
      label="People"
      columns={[{ id: "name", header: "Name", cell: (row) => row.name }]}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => `/people/${row.id}`}
      empty={{ text: "Nobody" }}
      selection={{ rowName: (row) => row.name, bar: () => null }}
    />
  );
}
const selectedNames = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((box) => box.getAttribute("aria-label"));
const tableFrame = () => screen.getByRole("table").parentElement as HTMLElement;

function leaveListWithState() {
  render(listTable());
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Ini" }));
  screen.getByRole("link", { name: "Ekpo" }).focus();
  tableFrame().scrollLeft = 40;
}

it("restores a list's focus, selection and horizontal scroll position on Back", () => {
  leaveListWithState();
  returnToList({ byBack: true });
  render(listTable());
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Ekpo" }));
  expect(selectedNames()).toEqual(["Select Ini"]);
  expect(tableFrame().scrollLeft).toBe(40);
});

it("restores a list's focus and selection on Back once its rows are loaded, but not a focus that the user has moved", () => {
  leaveListWithState();
  returnToList({ byBack: true });
  const { rerender } = render(listTable(false));
  rerender(listTable());
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Ekpo" }));
  expect(selectedNames()).toEqual(["Select Ini"]);

  returnToList({ byBack: true });
  const again = render(listTable(false));
  const columns = document.body.appendChild(document.createElement("button"));
  columns.focus();
  again.rerender(listTable());
  expect(document.activeElement).toBe(columns);
  columns.remove();
});

it.each([true, false])(
  "restores a list's selection and scroll position when the page mounts the list twice; rows loaded at first: %o",
  (isLoaded) => {
    leaveListWithState();
    returnToList({ byBack: true });
    render(listTable(isLoaded)).unmount();
    render(listTable());
    expect(selectedNames()).toEqual(["Select Ini"]);
    expect(tableFrame().scrollLeft).toBe(40);
  },
);

it("opens a list by link without restoring focus, selection and scroll position", () => {
  leaveListWithState();
  returnToList({ byBack: false });
  render(listTable());
  expect(document.activeElement).toBe(document.body);
  expect(selectedNames()).toEqual([]);
});

it.each([
  ["the list is empty when it loads", true, LIST_URL],
  ["the user opens another page before the rows are loaded", false, "/people?page=3"],
])("does not restore focus and scroll position in rows that arrive later if %s", (_case, isLoaded, nextUrl) => {
  leaveListWithState();
  returnToList({ byBack: true });
  const { rerender } = render(listTable(isLoaded, []));
  window.history.replaceState(null, "", nextUrl);
  rerender(listTable(isLoaded, []));
  rerender(listTable());
  expect(document.activeElement).toBe(document.body);
  expect(tableFrame().scrollLeft).toBe(0);
});

it("restores a list's scroll position on Forward after a slow Back, during which the browser scrolled the list", () => {
  render(listTable());
  scrollPage(300);
  openEntry("page before", "/people/1");
  fireEvent.popState(window);
  // Simulates the browser, which restores the previous page's scroll position while the list is still shown.
  scrollPage(50);
  returnToList({ byBack: true });
  scrollPage(0);
  render(listTable());
  expect(window.scrollY).toBe(300);
});

it("restores a list's last scroll position if Forward undid a slow Back", () => {
  render(listTable());
  scrollPage(300);
  openEntry("page before", "/people/1");
  fireEvent.popState(window);
  openEntry(`list ${listKey}`, LIST_URL);
  fireEvent.popState(window);
  scrollPage(80);
  returnToList({ byBack: true });
  scrollPage(0);
  render(listTable());
  expect(window.scrollY).toBe(80);
});
