import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ListParams } from "@/lib/client/use-list-params";
import type { TableColumn } from "./column";
import type { Facet } from "./facet";
import { PrintListSummary } from "./print-list-summary";

const COLUMNS: TableColumn<unknown>[] = [{ id: "name", header: "Name", sort: "name", cell: () => "" }];
const FACETS: Facet[] = [
  { kind: "choices", key: "city", label: "City", options: [{ value: "calabar", label: "Calabar" }] },
  { kind: "toggle", key: "late", label: "Late" },
];

function renderedSummary(
  state: Partial<ListParams["state"]>,
  sort: string | undefined,
  total: number,
  rows = 20,
  page = 0,
) {
  const list = { state: { page: page + 1, size: 20, filters: {}, ...state }, sort } as ListParams;
  const data = { items: Array(rows).fill({}), page, size: 20, total, totalIsCapped: total >= 10_000 };
  const { container } = render(<PrintListSummary list={list} facets={FACETS} columns={COLUMNS} data={data} />);
  return Array.from(container.querySelectorAll("[data-paper]"), (one) => one.getAttribute("data-paper")).join("");
}

it("prints a list's search, filters and sort order", () => {
  expect(renderedSummary({ q: "ada", filters: { city: "calabar", late: "true" } }, "-name", 20)).toContain(
    "Search: ada · City: Calabar · Late · Sorted by Name, descending",
  );
});

it.each([
  ["one page", 12, 12, 0, "Rows 1–12 of 12."],
  ["a page of several", 340, 20, 2, "Rows 41–60 of 340. The other rows are not printed."],
  [
    "a page of a list that is too long to count",
    10_000,
    20,
    0,
    "Rows 1–20 of 10,000+. The other rows are not printed.",
  ],
  ["nothing", 0, 0, 0, "No rows."],
])("states which rows of %s are printed", (_, total, rows, page, expected) => {
  expect(renderedSummary({}, undefined, total, rows, page)).toBe(expected);
});

it("shows the summary of a list's search and filters only in print, not on screen", () => {
  const list = { state: { page: 1, size: 20, filters: {} }, sort: undefined } as unknown as ListParams;
  const { container } = render(<PrintListSummary list={list} facets={[]} columns={COLUMNS} data={undefined} />);
  expect(container.firstElementChild?.className).toBe("hidden print:block");
});
