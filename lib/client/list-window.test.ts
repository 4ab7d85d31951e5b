import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import type { ListOf } from "@/lib/contract/common";
import { closeWindows, noteWindow, openNewWindow, readInWindow } from "./list-window";
import { makeQueryClient } from "./query-client";

type Input = { page: number; size: number; q?: string; until?: string };
type Answer = ListOf<number>;

/** The server's rows, named by their time, newest first. */
let rows: number[];
let asked: Input[];
let now: number;
beforeEach(() => {
  rows = Array.from({ length: 10 }, (_, index) => 10 - index);
  asked = [];
  now = 1_000;
  vi.spyOn(Date, "now").mockImplementation(() => ++now);
});

async function call(input: Input): Promise<Answer> {
  asked.push(input);
  const { page, size, until } = input;
  const within = rows.filter((row) => !until || row <= Number(until));
  const items = within.slice(page * size, (page + 1) * size);
  return {
    items,
    page,
    size,
    total: within.length,
    totalIsCapped: false,
    until: until ?? String(rows[0]),
    newer: rows.length - within.length,
  };
}

/** A table that loads pages of a list and notes the window of the shown page. */
function openTable({ staleTime = 0 } = {}) {
  const input: Input = { page: 0, size: 3 };
  const client = makeQueryClient();
  const options = (next: Input) => ({
    queryKey: ["User", "list", next],
    queryFn: readInWindow(call, next),
    staleTime,
  });
  const table = new QueryObserver(client, options(input));
  table.subscribe(() => {});
  const read = async () => {
    await vi.waitFor(() => expect(table.getCurrentResult().isFetching).toBe(false));
    const { data } = table.getCurrentResult() as { data: Answer };
    noteWindow(client, data);
    return data;
  };
  return {
    client,
    read,
    go: (next: Partial<Input>) => {
      table.setOptions(options({ ...input, ...next }));
      return read();
    },
    refetch: async () => {
      await table.refetch();
      return read();
    },
  };
}
const arrive = (count: number) => {
  for (let n = 0; n < count; n++) rows.unshift(rows.length + 1);
};

it("reads other pages up to the time of the first one, forwards and backwards", async () => {
  const table = openTable();
  expect((await table.read()).items).toEqual([10, 9, 8]);
  arrive(2);
  expect(await table.go({ page: 1 })).toMatchObject({ items: [7, 6, 5], newer: 2, total: 10 });
  expect((await table.go({ page: 2 })).items).toEqual([4, 3, 2]);
  expect((await table.go({ page: 0 })).items).toEqual([10, 9, 8]);
});

it("keeps the rows of the first page on a refetch", async () => {
  const table = openTable();
  await table.read();
  arrive(1);
  expect(await table.refetch()).toMatchObject({ items: [10, 9, 8], newer: 1 });
});

it("shows the newest rows on request from any page, and pages from there", async () => {
  const table = openTable();
  await table.read();
  arrive(3);
  const second = await table.go({ page: 1 });
  openNewWindow(table.client, second);
  expect(await table.go({ page: 0 })).toMatchObject({ items: [13, 12, 11], newer: 0 });
  expect((await table.go({ page: 1 })).items).toEqual([10, 9, 8]);
  expect((await table.go({ page: 0 })).items).toEqual([13, 12, 11]);
});

it("shows the newest rows of the first page immediately on request", async () => {
  const table = openTable();
  const first = await table.read();
  arrive(1);
  openNewWindow(table.client, first);
  expect((await table.read()).items).toEqual([11, 10, 9]);
});

it("shows rows written by this browser on the first page, and keeps a later page's rows", async () => {
  const table = openTable();
  await table.read();
  await table.go({ page: 1 });
  arrive(1);
  closeWindows(table.client, ["User"]);
  expect((await table.refetch()).items).toEqual([7, 6, 5]);
  expect((await table.go({ page: 0 })).items).toEqual([11, 10, 9]);
  expect((await table.go({ page: 1 })).items).toEqual([8, 7, 6]);
});

it("keeps the rows of the first page after a write that added none", async () => {
  const table = openTable();
  await table.read();
  closeWindows(table.client, ["User"]);
  expect((await table.refetch()).items).toEqual([10, 9, 8]);
  arrive(1);
  expect((await table.refetch()).items).toEqual([10, 9, 8]);
});

it("keeps its window after a write to other lists", async () => {
  const table = openTable();
  await table.read();
  arrive(1);
  closeWindows(table.client, ["KYC"]);
  expect((await table.refetch()).items).toEqual([10, 9, 8]);
});

it("opens a new window for other filters, another size and an uncached list", async () => {
  const table = openTable();
  await table.read();
  arrive(1);
  expect((await table.go({ q: "a" })).items).toEqual([11, 10, 9]);
  expect((await table.go({ size: 2 })).items).toEqual([11, 10]);
  arrive(1);
  await table.go({ q: "b" });
  table.client.removeQueries({ type: "inactive" });
  expect((await table.go({})).items).toEqual([12, 11, 10]);
});

it("keeps the window of a later page when the list is no longer cached", async () => {
  const table = openTable();
  await table.read();
  await table.go({ page: 1 });
  arrive(1);
  await table.go({ q: "other" });
  table.client.removeQueries({ type: "inactive" });
  expect((await table.go({ page: 1 })).items).toEqual([7, 6, 5]);
});

it("drops cached pages of an older window when the server has rendered a newer one", async () => {
  const table = openTable({ staleTime: 20_000 });
  await table.read();
  await table.go({ page: 1 });
  arrive(2);
  const rendered = await call({ page: 0, size: 3 });
  table.client.setQueryData(["User", "list", { page: 0, size: 3 }], rendered);
  expect((await table.go({ page: 0 })).items).toEqual([12, 11, 10]);
  expect((await table.go({ page: 1 })).items).toEqual([9, 8, 7]);
});

it("always reads the newest rows of a list that no table shows", async () => {
  const client = makeQueryClient();
  const input = { page: 0, size: 3 };
  const options = { queryKey: ["User", "list", input], queryFn: readInWindow(call, input), staleTime: 0 };
  await client.fetchQuery(options);
  arrive(1);
  expect((await client.fetchQuery(options)).items).toEqual([11, 10, 9]);
  expect(asked.every(({ until }) => until === undefined)).toBe(true);
});
