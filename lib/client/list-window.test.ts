import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import type { ListResponse } from "@/lib/contract/common";
import {
  allowNewRowsInPrefetchedList,
  fetchInWindow,
  recordSuccessfulWrite,
  rememberListWindow,
  showNewListRows,
} from "./list-window";
import { makeQueryClient } from "./query-client";

type PageInput = { page: number; size: number; q?: string; until?: string };
type PageAnswer = ListResponse<number>;

/** Rows of the stubbed server, named by their time, newest first. */
let serverRows: number[];
let calledInputs: PageInput[];
let currentTime: number;
beforeEach(() => {
  serverRows = Array.from({ length: 10 }, (_, index) => 10 - index);
  calledInputs = [];
  currentTime = 1_000;
  vi.spyOn(Date, "now").mockImplementation(() => ++currentTime);
});

async function fetchRows(input: PageInput): Promise<PageAnswer> {
  calledInputs.push(input);
  const { page, size, until } = input;
  const rowsUntil = serverRows.filter((row) => !until || row <= Number(until));
  const items = rowsUntil.slice(page * size, (page + 1) * size);
  return {
    items,
    page,
    size,
    total: rowsUntil.length,
    totalIsCapped: false,
    until: until ?? String(serverRows[0]),
    newer: serverRows.length - rowsUntil.length,
  };
}

/** Simulates a table that loads pages of a list and records the window of the shown page. */
function openTable({ staleTime = 0 } = {}) {
  const input: PageInput = { page: 0, size: 3 };
  const client = makeQueryClient();
  const options = (next: PageInput) => ({
    queryKey: ["User", "list", next],
    queryFn: fetchInWindow(fetchRows, next),
    staleTime,
  });
  const table = new QueryObserver(client, options(input));
  table.subscribe(() => {});
  const readTable = async () => {
    await vi.waitFor(() => expect(table.getCurrentResult().isFetching).toBe(false));
    const { data } = table.getCurrentResult() as { data: PageAnswer };
    rememberListWindow(client, data);
    return data;
  };
  return {
    client,
    read: readTable,
    go: (next: Partial<PageInput>) => {
      table.setOptions(options({ ...input, ...next }));
      return readTable();
    },
    refetch: async () => {
      await table.refetch();
      return readTable();
    },
  };
}
const addRows = (count: number) => {
  for (let n = 0; n < count; n++) serverRows.unshift(serverRows.length + 1);
};

it("reads later and earlier pages of a list as of the time when its first page was read", async () => {
  const table = openTable();
  expect((await table.read()).items).toEqual([10, 9, 8]);
  addRows(2);
  expect(await table.go({ page: 1 })).toMatchObject({ items: [7, 6, 5], newer: 2, total: 10 });
  expect((await table.go({ page: 2 })).items).toEqual([4, 3, 2]);
  expect((await table.go({ page: 0 })).items).toEqual([10, 9, 8]);
});

it("keeps the rows of a list's first page on a refetch", async () => {
  const table = openTable();
  await table.read();
  addRows(1);
  expect(await table.refetch()).toMatchObject({ items: [10, 9, 8], newer: 1 });
});

it("shows a list's newest rows on its first page when the admin requests them on a later page, and reads other pages as of that time", async () => {
  const table = openTable();
  await table.read();
  addRows(3);
  const secondPage = await table.go({ page: 1 });
  showNewListRows(table.client, secondPage);
  expect(await table.go({ page: 0 })).toMatchObject({ items: [13, 12, 11], newer: 0 });
  expect((await table.go({ page: 1 })).items).toEqual([10, 9, 8]);
  expect((await table.go({ page: 0 })).items).toEqual([13, 12, 11]);
});

it("replaces the rows of a list's first page with the newest ones when the admin requests them there", async () => {
  const table = openTable();
  const firstPage = await table.read();
  addRows(1);
  showNewListRows(table.client, firstPage);
  expect((await table.read()).items).toEqual([11, 10, 9]);
});

it("shows rows written by this browser on a list's first page, and keeps the rows of later pages", async () => {
  const table = openTable();
  await table.read();
  await table.go({ page: 1 });
  addRows(1);
  recordSuccessfulWrite(table.client, ["User"]);
  expect((await table.refetch()).items).toEqual([7, 6, 5]);
  expect((await table.go({ page: 0 })).items).toEqual([11, 10, 9]);
  expect((await table.go({ page: 1 })).items).toEqual([8, 7, 6]);
});

it("keeps the rows of a list's first page after a write that added no rows", async () => {
  const table = openTable();
  await table.read();
  recordSuccessfulWrite(table.client, ["User"]);
  expect((await table.refetch()).items).toEqual([10, 9, 8]);
  addRows(1);
  expect((await table.refetch()).items).toEqual([10, 9, 8]);
});

it("keeps the rows of a list's first page after a write to another list", async () => {
  const table = openTable();
  await table.read();
  addRows(1);
  recordSuccessfulWrite(table.client, ["KYC"]);
  expect((await table.refetch()).items).toEqual([10, 9, 8]);
});

it("reads a list's newest rows for other filters, for another page size, and if the list is not cached", async () => {
  const table = openTable();
  await table.read();
  addRows(1);
  expect((await table.go({ q: "a" })).items).toEqual([11, 10, 9]);
  expect((await table.go({ size: 2 })).items).toEqual([11, 10]);
  addRows(1);
  await table.go({ q: "b" });
  table.client.removeQueries({ type: "inactive" });
  expect((await table.go({})).items).toEqual([12, 11, 10]);
});

it("shows the same rows of a later page after the list's other pages left the cache", async () => {
  const table = openTable();
  await table.read();
  await table.go({ page: 1 });
  addRows(1);
  await table.go({ q: "other" });
  table.client.removeQueries({ type: "inactive" });
  expect((await table.go({ page: 1 })).items).toEqual([7, 6, 5]);
});

it("drops cached pages of a list that are older than the page rendered by the server", async () => {
  const table = openTable({ staleTime: 20_000 });
  await table.read();
  await table.go({ page: 1 });
  addRows(2);
  const serverPage = await fetchRows({ page: 0, size: 3 });
  table.client.setQueryData(["User", "list", { page: 0, size: 3 }], serverPage);
  expect((await table.go({ page: 0 })).items).toEqual([12, 11, 10]);
  expect((await table.go({ page: 1 })).items).toEqual([9, 8, 7]);
});

it("a list query that no table shows has no fixed range of rows: a refetch returns the newest rows", async () => {
  const client = makeQueryClient();
  const input = { page: 0, size: 3 };
  const options = { queryKey: ["User", "list", input], queryFn: fetchInWindow(fetchRows, input), staleTime: 0 };
  await client.fetchQuery(options);
  addRows(1);
  expect((await client.fetchQuery(options)).items).toEqual([11, 10, 9]);
  expect(calledInputs.every(({ until }) => until === undefined)).toBe(true);
});

it("remembers only the 200 lists that were closed last", () => {
  const client = makeQueryClient();
  const set = vi.spyOn(Map.prototype, "set");
  for (let n = 0; n < 250; n++)
    allowNewRowsInPrefetchedList(client, ["User", "list", { q: `search ${n}`, page: 0 }], n);
  const closedLists = set.mock.contexts[set.mock.calls.findIndex(([key]) => String(key).includes("search 0"))];
  set.mockRestore();
  expect(closedLists).toBeInstanceOf(Map);
  const keys = [...(closedLists as Map<string, number>).keys()];
  expect(keys).toHaveLength(200);
  expect(keys.at(-1)).toContain("search 249");
});
