import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { ListParams } from "@/lib/client/use-list-params";
import type { TableColumn } from "./column";
import type { ColumnLayout } from "./column-layout";
import { DataTable, type DataTableProps, type TableRowsQuery } from "./data-table";
import type { Facet } from "./facet";
import { SearchField } from "./search-field";
import { SavedViewsContext } from "./views-context";

type Person = { id: string; name: string; city: string };

const COLUMNS: TableColumn<Person>[] = [
  { id: "name", header: "Name", sort: "name", cell: (row) => row.name },
  { id: "city", header: "City", cell: (row) => row.city },
];
const FACETS: Facet[] = [
  { kind: "choices", key: "city", label: "City", options: [{ value: "calabar", label: "Calabar" }] },
  { kind: "toggle", key: "late", label: "Late" },
];
const PEOPLE = [
  { id: "1", name: "Ada Obi", city: "Calabar" },
  { id: "2", name: "Ekpo Bassey", city: "Ogoja" },
];

function makeListParams(state: Partial<ListParams["state"]> = {}, sort?: string): ListParams {
  return {
    state: { page: 1, size: 20, filters: {}, ...state },
    sort,
    setPage: vi.fn(),
    setSize: vi.fn(),
    setSort: vi.fn(),
    toggleSort: vi.fn(),
    setSearch: vi.fn(),
    setFilters: vi.fn(),
    clear: vi.fn(),
  };
}

function makeListQuery(overrides: Partial<TableRowsQuery<Person>> = {}): TableRowsQuery<Person> {
  return {
    data: { items: PEOPLE, page: 0, size: 20, total: 2, totalIsCapped: false },
    isError: false,
    isFetching: false,
    isPlaceholderData: false,
    error: null,
    refetch: vi.fn(),
    ...overrides,
  };
}
const makeListAnswer = (items: Person[], total: number, overrides: object = {}) =>
  makeListQuery({ data: { items, page: 0, size: 20, total, totalIsCapped: false, ...overrides } });

function renderTable(props: Partial<DataTableProps<Person>> = {}) {
  const list = props.list ?? makeListParams();
  render(
    <DataTable
      label="People"
      columns={COLUMNS}
      query={makeListQuery()}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => `/people/${row.id}`}
      searchLabel="Name"
      facets={FACETS}
      {...props}
    />,
  );
  return list;
}
const clickButton = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("rows", () => {
  test("links each table row by its first cell", () => {
    renderTable();
    const rows = within(screen.getByRole("table", { name: "People" })).getAllByRole("row");
    expect(rows).toHaveLength(3);
    expect(screen.getByRole("link", { name: "Ada Obi" }).getAttribute("href")).toBe("/people/1");
  });

  test("shows the sort order in the table header and changes it on click", () => {
    const list = renderTable({ list: makeListParams({}, "-name") });
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending");
    expect(screen.getByRole("columnheader", { name: "City" }).hasAttribute("aria-sort")).toBe(false);
    clickButton("Name");
    expect(list.toggleSort).toHaveBeenCalledWith("name");
  });

  test("keeps the table's previous rows, marked busy, while the rows of the next page load", () => {
    renderTable({ query: makeListQuery({ isFetching: true, isPlaceholderData: true }) });
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    expect(screen.getByText("Ada Obi")).toBeTruthy();
  });

  test("keeps the table's rows and shows a notice when a refetch fails", () => {
    const failed = makeListQuery({ isError: true, error: new Error("Took too long.") });
    renderTable({ query: failed });
    expect(screen.getByText("Ada Obi")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("Took too long.");
    clickButton("Retry");
    expect(failed.refetch).toHaveBeenCalled();
  });
});

const renderNothing = () => null;
/** Renders a list with saved views and the given stored column layout. @returns the headers and the mocked views */
function renderWithLayout(columns: TableColumn<Person>[], layout?: ColumnLayout) {
  const list = {
    ...makeListParams({ saved: "v1" }),
    views: { name: "users", params: [], search: "", read: () => ({ search: "", dropped: [] }), open: vi.fn() },
  };
  const views = {
    layoutOf: vi.fn(() => layout),
    saveLayout: vi.fn(),
    keepSearch: vi.fn(),
    Bar: renderNothing,
    SaveButton: renderNothing,
  };
  render(
    <SavedViewsContext value={views}>
      <DataTable label="People" {...{ columns }} query={makeListQuery()} list={list} rowId={(person) => person.id} />
    </SavedViewsContext>,
  );
  return { headers: screen.getAllByRole("columnheader").map((head) => head.textContent), views };
}

test("renders a saved view's table columns in the stored order without hidden ones, and keeps the first column first", () => {
  const columns = [
    ...COLUMNS,
    { id: "phone", header: "Phone", cell: () => "" },
    { id: "new", header: "New", cell: () => "" },
  ];
  const { headers, views } = renderWithLayout(columns, { order: ["phone", "city", "name", "gone"], hidden: ["city"] });
  expect(headers).toEqual(["Name", "Phone", "New"]);
  expect(views.layoutOf).toHaveBeenCalledWith("users", "v1");
});

test.each([
  ["hidden while no column layout is stored", undefined, ["Name"]],
  ["shown once the stored layout contains it", { order: ["name", "city"], hidden: [] }, ["Name", "City"]],
])("an optional column is %s", (_words, layout, headers) => {
  const columns = COLUMNS.map((column) => ({ ...column, optional: column.id === "city" }));
  expect(renderWithLayout(columns, layout).headers).toEqual(headers);
});

test("hides a table column and saves the column layout", async () => {
  const { views } = renderWithLayout(COLUMNS);
  clickButton("Columns");
  fireEvent.click(await screen.findByRole("checkbox", { name: "City" }));
  expect(views.saveLayout).toHaveBeenCalledWith("users", "v1", { order: ["name", "city"], hidden: ["city"] });
});

describe("states without rows", () => {
  test("shows the empty text when the table has no rows", () => {
    renderTable({ query: makeListAnswer([], 0), empty: { text: "People appear as they sign up." } });
    expect(screen.getByText("Nothing here yet")).toBeTruthy();
    expect(screen.getByText("People appear as they sign up.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });

  test("offers to clear the table's filters when no row matches", () => {
    const list = renderTable({ query: makeListAnswer([], 0), list: makeListParams({ filters: { late: "true" } }) });
    expect(screen.getByText("Nothing matches")).toBeTruthy();
    clickButton("Clear filters");
    expect(list.clear).toHaveBeenCalled();
  });

  test("offers a similar name as a new search when no row matches", () => {
    const list = renderTable({
      query: makeListAnswer([], 0, { suggestion: "Ita Giwa" }),
      list: makeListParams({ q: "Ita Giwe" }),
    });
    clickButton("Did you mean Ita Giwa?");
    expect(list.setSearch).toHaveBeenCalledWith("Ita Giwa");
    expect(screen.getByRole("button", { name: "Clear filters" })).toBeTruthy();
  });

  test("shows an error and a retry button and keeps the table's filters when loading fails", () => {
    const failed = makeListQuery({ data: undefined, isError: true, error: new Error("The service can't be reached.") });
    renderTable({ query: failed, list: makeListParams({ filters: { late: "true" } }) });
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("Couldn't load");
    expect(alert.textContent).toContain("The service can't be reached.");
    expect(screen.getByRole("list", { name: "Active filters" })).toBeTruthy();
    clickButton("Retry");
    expect(failed.refetch).toHaveBeenCalled();
  });

  test("offers the table's first page when the page number is too high", () => {
    const list = renderTable({ query: makeListAnswer([], 2), list: makeListParams({ page: 9 }) });
    clickButton("Go to the first page");
    expect(list.setPage).toHaveBeenCalledWith(1);
  });
});

describe("filters", () => {
  test("removes a table's filter when its chip is clicked", () => {
    const list = renderTable({ list: makeListParams({ filters: { city: "calabar" } }) });
    clickButton("Remove filter City: Calabar");
    expect(list.setFilters).toHaveBeenCalledWith({ city: undefined });
    clickButton("Clear all");
    expect(list.clear).toHaveBeenCalled();
  });

  test("toggles a table's on/off filter on click", () => {
    const list = renderTable({ list: makeListParams({ filters: { late: "true" } }) });
    const toggle = screen.getByRole("button", { name: "Late", pressed: true });
    fireEvent.click(toggle);
    expect(list.setFilters).toHaveBeenCalledWith({ late: undefined });
  });

  test("debounces a table's search while typing", () => {
    vi.useFakeTimers();
    const list = renderTable();
    const field = screen.getByRole("searchbox", { name: "Name" });
    for (const value of ["a", "ad", "ada"]) fireEvent.change(field, { target: { value } });
    expect(list.setSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(list.setSearch).toHaveBeenCalledExactlyOnceWith("ada");
    vi.useRealTimers();
  });

  test("searches immediately when the search field loses focus", () => {
    const list = renderTable();
    const field = screen.getByRole("searchbox", { name: "Name" });
    fireEvent.change(field, { target: { value: "ada" } });
    fireEvent.blur(field);
    fireEvent.blur(field);
    expect(list.setSearch).toHaveBeenCalledExactlyOnceWith("ada");
  });

  test("the search field ignores outdated URL changes while the user types, and applies other URL changes, such as by Back", () => {
    const onSearch = vi.fn();
    const field = () => screen.getByRole<HTMLInputElement>("searchbox");
    const searchField = (value: string) => <SearchField value={value} label="Search" onSearch={onSearch} />;
    const { rerender } = render(searchField(""));
    for (const value of ["ad", "ada"]) {
      fireEvent.change(field(), { target: { value } });
      fireEvent.keyDown(field(), { key: "Enter" });
    }
    expect(onSearch.mock.calls.flat()).toEqual(["ad", "ada"]);
    fireEvent.change(field(), { target: { value: "ada o" } });
    for (const earlierText of ["ad", "ada"]) {
      rerender(searchField(earlierText));
      expect(field().value).toBe("ada o");
    }
    rerender(searchField("ad"));
    expect(field().value).toBe("ad");
  });

  test("searches for the cleaned text and keeps the search field as typed or pasted", () => {
    const onSearch = vi.fn();
    const field = () => screen.getByRole<HTMLInputElement>("searchbox");
    const searchField = (value: string) => <SearchField value={value} label="Search" onSearch={onSearch} />;
    const { rerender } = render(searchField(""));
    for (const [typedText, searched] of [
      ["ada ", "ada"],
      ["ada  ", "ada"],
      ["ada o", "ada o"],
      ["\u200bKYC\u2011000302\u00a0", "KYC-000302"],
    ] as const) {
      fireEvent.change(field(), { target: { value: typedText } });
      fireEvent.keyDown(field(), { key: "Enter" });
      expect(onSearch).toHaveBeenLastCalledWith(searched);
      rerender(searchField(searched));
      expect(field().value).toBe(typedText);
    }
    rerender(searchField(""));
    expect(field().value).toBe("");
  });
});

describe("pages", () => {
  test("shows the table's range of rows and changes the page", () => {
    const list = renderTable({
      query: makeListAnswer(PEOPLE, 300, { page: 1, size: 20 }),
      list: makeListParams({ page: 2 }),
    });
    expect(screen.getByText("21–22")).toBeTruthy();
    clickButton("Next page");
    clickButton("Previous page");
    clickButton("First page");
    clickButton("Last page");
    expect(vi.mocked(list.setPage).mock.calls.flat()).toEqual([3, 1, 1, 15]);
    fireEvent.change(screen.getByRole("combobox", { name: "Rows per page" }), { target: { value: "100" } });
    expect(list.setSize).toHaveBeenCalledWith(100);
  });

  test("shows no last page of a table when its total is capped", () => {
    renderTable({ query: makeListAnswer(PEOPLE, 10_000, { totalIsCapped: true }) });
    expect(screen.getByText(/of 10,000\+/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Last page" })).toBeNull();
  });
});

test("shows the bulk actions for selected rows that are on screen", () => {
  const bar = vi.fn((rows: readonly Person[]) => <span>Assign {rows.map(({ id }) => id).join("+")}</span>);
  renderTable({ selection: { rowName: (row) => row.name, bar } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Ada Obi" }));
  expect(screen.getByText("1 selected")).toBeTruthy();
  expect(screen.getByText("Assign 1")).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows of this page" }));
  expect(screen.getByText("Assign 1+2")).toBeTruthy();
  clickButton("Clear selection");
  expect(screen.queryByText(/selected/)).toBeNull();
});
