import { describe, expect, test } from "vitest";
import {
  ALL_ROWS,
  allRowsUrl,
  anyOfFilter,
  dayFilter,
  declareList,
  flagFilter,
  oneOfFilter,
  oneOfOrIdFilter,
  textFilter,
} from "@/lib/contract/list.values";
import {
  hasNoListParams,
  hasSearchOrFilters,
  nextSort,
  parseListParams,
  toApiInput,
  toListQueryString,
} from "./list-params";

const ADMIN_ID = "0198a6f2-3c4d-7e5f-8a9b-0c1d2e3f4a5b";
const TEST_LIST = declareList({
  sorts: ["due_at", "name"],
  defaultSort: "due_at",
  filters: {
    state: anyOfFilter(["pending", "in_review", "approved"]),
    outcome: oneOfFilter(["done", "refused"]),
    assignee: oneOfOrIdFilter(["me", "nobody"]),
    from: dayFilter,
    late: flagFilter,
    action: textFilter(10),
  },
});

const parseQuery = (query: string) => parseListParams(TEST_LIST, new URLSearchParams(query));

describe("parsing a URL", () => {
  test("returns a list's default state for an empty query string", () =>
    expect(parseQuery("")).toEqual({ page: 1, size: 20, sort: undefined, q: undefined, filters: {} }));

  test("reads every valid parameter of a list from the URL", () => {
    const query = `page=3&size=50&sort=-name&q=ada&state=pending,in_review&outcome=done&assignee=${ADMIN_ID}&from=2026-11-21&late=true&action=x`;
    expect(parseQuery(query)).toEqual({
      page: 3,
      size: 50,
      sort: "-name",
      q: "ada",
      filters: {
        state: "pending,in_review",
        outcome: "done",
        assignee: ADMIN_ID,
        from: "2026-11-21",
        late: "true",
        action: "x",
      },
    });
  });

  test.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=1e3",
    "page=99999999",
    "size=37",
    "sort=password",
    "sort=--name",
    "sort=due_at",
    "state=nonsense",
    "outcome=done,refused",
    "assignee=somebody",
    "from=2026-02-30",
    "from=yesterday",
    "from=0000-12-31",
    "late=1",
    "late=",
    "action=much-too-long",
    "q=%20%20",
    `q=${"x".repeat(201)}`,
    "q=%00",
    "unknown=1",
    "__proto__=1",
  ])("ignores the invalid query string %s of a list", (query) => expect(parseQuery(query)).toEqual(parseQuery("")));

  test("drops unknown values from a filter with several values", () =>
    expect(parseQuery("state=nonsense,approved").filters).toEqual({ state: "approved" }));

  test("parses a list's state from search params in the form that Next.js passes to pages", () =>
    expect(parseListParams(TEST_LIST, { page: "2", state: ["pending", "approved"], q: undefined })).toEqual(
      parseQuery("page=2&state=pending"),
    ));
});

describe("building a URL", () => {
  test("omits a list's default values from its URL", () =>
    expect(toListQueryString(TEST_LIST, parseQuery("page=1&size=20"))).toBe(""));

  test("parsing a list's query string and writing it back gives the same text", () => {
    const query = "?q=ada&state=pending,in_review&late=true&sort=-name&size=50&page=3";
    expect(toListQueryString(TEST_LIST, parseQuery(query))).toBe(query);
  });

  test("keeps other parameters of a URL, and removes those of a list in its default state", () =>
    expect(toListQueryString(TEST_LIST, parseQuery(""), new URLSearchParams("entry=7&page=3&q=ada"))).toBe("?entry=7"));
});

describe("input of the API call", () => {
  test("converts the list's page to zero-based for the API, and omits empty filters", () =>
    expect(toApiInput(parseQuery("page=3&late=&state=pending"))).toEqual({ page: 2, size: 20, state: "pending" }));

  test("returns the same API input for a URL on the server and in the browser", () =>
    expect(toApiInput(parseListParams(TEST_LIST, { q: "ada", sort: "name" }))).toEqual(
      toApiInput(parseQuery("q=ada&sort=name")),
    ));
});

describe("sort order after a click on a column header", () => {
  test("sorts a name column ascending after the first click, then descending, then by the list's default", () => {
    expect(nextSort(TEST_LIST, undefined, "name")).toBe("name");
    expect(nextSort(TEST_LIST, "name", "name")).toBe("-name");
    expect(nextSort(TEST_LIST, "-name", "name")).toBeUndefined();
  });

  test("sorts a column of numbers or times descending after the first click", () => {
    const list = { ...TEST_LIST, sorts: [...TEST_LIST.sorts, "amount"] };
    expect(nextSort(list, undefined, "amount")).toBe("-amount");
    expect(nextSort(list, "-amount", "amount")).toBe("amount");
    expect(nextSort(list, "amount", "amount")).toBeUndefined();
    expect(nextSort(list, "amount", "name")).toBe("name");
  });

  test("alternates between two orders after clicks on the column of the default sort", () => {
    expect(nextSort(TEST_LIST, undefined, "due_at")).toBe("-due_at");
    expect(nextSort(TEST_LIST, "-due_at", "due_at")).toBeUndefined();
    expect(nextSort(TEST_LIST, "name", "due_at")).toBe("-due_at");
    const newestFirstList = { ...TEST_LIST, defaultSort: "-due_at" };
    expect(nextSort(newestFirstList, undefined, "due_at")).toBe("due_at");
    expect(nextSort(newestFirstList, "due_at", "due_at")).toBeUndefined();
    expect(nextSort(newestFirstList, "name", "due_at")).toBeUndefined();
  });
});

test("hasSearchOrFilters is true for a search or a filter, but not for sorting and paging", () => {
  expect(hasSearchOrFilters(parseQuery("sort=name&page=2"))).toBe(false);
  expect(hasSearchOrFilters(parseQuery("q=ada"))).toBe(true);
  expect(hasSearchOrFilters(parseQuery("late=true"))).toBe(true);
});

describe("a list that opens with a view", () => {
  const START = `state=pending&size=50&saved=${ADMIN_ID}`;
  const parse = (query: string) => parseListParams(TEST_LIST, new URLSearchParams(query), START);

  test("applies a list's default view if the URL has no parameter of the list, even if it has other parameters", () => {
    for (const query of ["", "tab=payments"])
      expect(parse(query)).toMatchObject({ filters: { state: "pending" }, size: 50, saved: ADMIN_ID });
    expect(hasNoListParams(TEST_LIST, { tab: "payments" })).toBe(true);
  });

  test.each(["late=true", "page=2", "q=ada", "sort=name", "size=100", "saved=all"])(
    "does not apply a list's default view to the URL ?%s",
    (query) => {
      expect(parse(query).filters.state).toBeUndefined();
      expect(hasNoListParams(TEST_LIST, new URLSearchParams(query))).toBe(false);
    },
  );

  test("adds ?saved=all to links without filters, so that the default view does not apply to them", () => {
    expect(toListQueryString(TEST_LIST, { ...parse("late=true"), filters: {} })).toBe("?saved=all");
    expect(toListQueryString(TEST_LIST, parse("late=true"))).toBe("?late=true");
    expect(parse(allRowsUrl("").slice(1))).toMatchObject({ filters: {}, saved: ALL_ROWS });
  });

  test("keeps the id of the open saved view in a list's links, and never sends the id to the API", () => {
    expect(toListQueryString(TEST_LIST, { ...parse(""), page: 2 })).toBe(
      `?state=pending&size=50&page=2&saved=${ADMIN_ID}`,
    );
    expect(toApiInput(parse(""))).toEqual({ page: 0, size: 50, state: "pending" });
  });

  test("drops stored filter values that the list no longer accepts", () => {
    const start = "state=closed&sort=gone&size=7&nonsense=%00&late=true";
    expect(parseListParams(TEST_LIST, {}, start)).toEqual({
      page: 1,
      size: 20,
      filters: { late: "true" },
      saved: ALL_ROWS,
    });
  });
});
