import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { ListParams } from "@/lib/client/use-list-params";
import type { Column } from "./column";
import { DataTable, type DataTableProps, type ListQuery } from "./data-table";
import type { Facet } from "./facet";
import { HiddenColumns } from "./hidden-columns";
import { SearchField } from "./search-field";

type Person = { id: string; name: string; city: string };

const COLUMNS: Column<Person>[] = [
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

function listParams(state: Partial<ListParams["state"]> = {}, sort?: string): ListParams {
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

function query(more: Partial<ListQuery<Person>> = {}): ListQuery<Person> {
  return {
    data: { items: PEOPLE, page: 0, size: 20, total: 2, totalIsCapped: false },
    isError: false,
    isFetching: false,
    isPlaceholderData: false,
    error: null,
    refetch: vi.fn(),
    ...more,
  };
}
const answer = (items: Person[], total: number, more: object = {}) =>
  query({ data: { items, page: 0, size: 20, total, totalIsCapped: false, ...more } });

function show(props: Partial<DataTableProps<Person>> = {}) {
  const list = props.list ?? listParams();
  render(
    <DataTable
      label="People"
      name="people"
      columns={COLUMNS}
      query={query()}
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
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("rows", () => {
  test("each row is a link named by its first cell", () => {
    show();
    const rows = within(screen.getByRole("table", { name: "People" })).getAllByRole("row");
    expect(rows).toHaveLength(3);
    expect(screen.getByRole("link", { name: "Ada Obi" }).getAttribute("href")).toBe("/people/1");
  });

  test("the head tells the order and asks for another", () => {
    const list = show({ list: listParams({}, "-name") });
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending");
    expect(screen.getByRole("columnheader", { name: "City" }).hasAttribute("aria-sort")).toBe(false);
    press("Name");
    expect(list.toggleSort).toHaveBeenCalledWith("name");
  });

  test("previous rows stay, marked busy, while the next ones load", () => {
    show({ query: query({ isFetching: true, isPlaceholderData: true }) });
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    expect(screen.getByText("Ada Obi")).toBeTruthy();
  });

  test("old rows stay when reading them again fails, and it says so", () => {
    const failed = query({ isError: true, error: new Error("Took too long.") });
    show({ query: failed });
    expect(screen.getByText("Ada Obi")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("Took too long.");
    press("Retry");
    expect(failed.refetch).toHaveBeenCalled();
  });
});

test("columns that a person hid are not there", () => {
  render(
    <HiddenColumns cookie="audit:name|people:city">
      <DataTable
        label="People"
        name="people"
        columns={COLUMNS}
        query={query()}
        list={listParams()}
        rowId={(r) => r.id}
      />
    </HiddenColumns>,
  );
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Name"]);
});

describe("the three ways of having no rows", () => {
  test("nothing here yet", () => {
    show({ query: answer([], 0), empty: { text: "People appear as they sign up." } });
    expect(screen.getByText("Nothing here yet")).toBeTruthy();
    expect(screen.getByText("People appear as they sign up.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });

  test("nothing matches: filters can be cleared", () => {
    const list = show({ query: answer([], 0), list: listParams({ filters: { late: "true" } }) });
    expect(screen.getByText("Nothing matches")).toBeTruthy();
    press("Clear filters");
    expect(list.clear).toHaveBeenCalled();
  });

  test("couldn't load: the reason, a retry, and the filters are still there", () => {
    const failed = query({ data: undefined, isError: true, error: new Error("The service can't be reached.") });
    show({ query: failed, list: listParams({ filters: { late: "true" } }) });
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("Couldn't load");
    expect(alert.textContent).toContain("The service can't be reached.");
    expect(screen.getByRole("list", { name: "Active filters" })).toBeTruthy();
    press("Retry");
    expect(failed.refetch).toHaveBeenCalled();
  });

  test("a page behind the last one leads back to the first", () => {
    const list = show({ query: answer([], 2), list: listParams({ page: 9 }) });
    press("Go to the first page");
    expect(list.setPage).toHaveBeenCalledWith(1);
  });
});

describe("filters", () => {
  test("what is set is on a chip that takes it away", () => {
    const list = show({ list: listParams({ filters: { city: "calabar" } }) });
    press("Remove filter City: Calabar");
    expect(list.setFilters).toHaveBeenCalledWith({ city: undefined });
    press("Clear all");
    expect(list.clear).toHaveBeenCalled();
  });

  test("a toggle is pressed and released", () => {
    const list = show({ list: listParams({ filters: { late: "true" } }) });
    const toggle = screen.getByRole("button", { name: "Late", pressed: true });
    fireEvent.click(toggle);
    expect(list.setFilters).toHaveBeenCalledWith({ late: undefined });
  });

  test("the search waits until typing pauses", () => {
    vi.useFakeTimers();
    const list = show();
    const field = screen.getByRole("searchbox", { name: "Name" });
    for (const value of ["a", "ad", "ada"]) fireEvent.change(field, { target: { value } });
    expect(list.setSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(list.setSearch).toHaveBeenCalledExactlyOnceWith("ada");
    vi.useRealTimers();
  });

  test("the search does not wait for anyone who presses something else", () => {
    const list = show();
    const field = screen.getByRole("searchbox", { name: "Name" });
    fireEvent.change(field, { target: { value: "ada" } });
    fireEvent.blur(field);
    fireEvent.blur(field);
    expect(list.setSearch).toHaveBeenCalledExactlyOnceWith("ada");
  });

  test("an address that comes late changes nothing that is typed; one that comes from elsewhere does", () => {
    const onSearch = vi.fn();
    const field = () => screen.getByRole<HTMLInputElement>("searchbox");
    const told = (value: string) => <SearchField value={value} label="Search" onSearch={onSearch} />;
    const { rerender } = render(told(""));
    for (const value of ["ad", "ada"]) {
      fireEvent.change(field(), { target: { value } });
      fireEvent.keyDown(field(), { key: "Enter" });
    }
    expect(onSearch.mock.calls.flat()).toEqual(["ad", "ada"]);
    fireEvent.change(field(), { target: { value: "ada o" } });
    for (const late of ["ad", "ada"]) {
      rerender(told(late));
      expect(field().value).toBe("ada o");
    }
    rerender(told("ad"));
    expect(field().value).toBe("ad");
  });
});

describe("pages", () => {
  test("says where one is and moves", () => {
    const list = show({
      query: answer(PEOPLE, 300, { page: 1, size: 20 }),
      list: listParams({ page: 2 }),
    });
    expect(screen.getByText("21–22")).toBeTruthy();
    press("Next page");
    press("Previous page");
    press("First page");
    press("Last page");
    expect(vi.mocked(list.setPage).mock.calls.flat()).toEqual([3, 1, 1, 15]);
    fireEvent.change(screen.getByRole("combobox", { name: "Rows per page" }), { target: { value: "100" } });
    expect(list.setSize).toHaveBeenCalledWith(100);
  });

  test("above the cap nobody knows the last page", () => {
    show({ query: answer(PEOPLE, 10_000, { totalIsCapped: true }) });
    expect(screen.getByText(/of 10,000\+/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Last page" })).toBeNull();
  });
});

test("chosen rows get the bulk bar, and only those on screen are chosen", () => {
  const bar = vi.fn((rows: readonly Person[]) => <span>Assign {rows.map(({ id }) => id).join("+")}</span>);
  show({ selection: { rowName: (row) => row.name, bar } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Ada Obi" }));
  expect(screen.getByText("1 selected")).toBeTruthy();
  expect(screen.getByText("Assign 1")).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all rows of this page" }));
  expect(screen.getByText("Assign 1+2")).toBeTruthy();
  press("Clear selection");
  expect(screen.queryByText(/selected/)).toBeNull();
});
