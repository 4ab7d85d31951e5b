import { dehydrate, QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { act, cleanup, render } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchInWindow, recordSuccessfulWrite, rememberListWindow } from "@/lib/client/list-window";
import { makeQueryClient } from "@/lib/client/query-client";
import { HydrateQueryCache } from "./hydrated";

const queryKey = ["KYC", "single", "a"];
const oldRecord = { id: "a", version: 1, assignee: null };
const newRecord = { id: "a", version: 2, assignee: "me" };
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns the dehydrated state of a server whose clock differs by `clockOffset` ms. */
function dehydratedPage(clockOffset: number, data: object) {
  const now = Date.now();
  vi.setSystemTime(now + clockOffset);
  const server = new QueryClient();
  server.setQueryData(queryKey, data);
  const state = dehydrate(server);
  vi.setSystemTime(now);
  return state;
}

/** Hydrates the query cache. @returns the cached query @param fromDocument true if the browser hydrates HTML of the server */
function renderHydrated(client: QueryClient, state: ReturnType<typeof dehydratedPage>, fromDocument = false) {
  render(
    <QueryClientProvider client={client}>
      <HydrateQueryCache state={state}>{null}</HydrateQueryCache>
    </QueryClientProvider>,
    { hydrate: fromDocument },
  );
  return client.getQueryState(queryKey);
}

/** Returns the cached data after hydration of `fetched`, with `cached` stored a second before. */
function mergedData(cached: object | undefined, fetched: object): unknown {
  const client = new QueryClient();
  client.setQueryData(queryKey, cached, { updatedAt: Date.now() - 1_000 });
  return renderHydrated(client, dehydratedPage(0, fetched))?.data;
}

it("keeps a cached record when the server's HTML contains an older version of the record", () => {
  expect(mergedData(newRecord, oldRecord)).toEqual(newRecord);
});

it.each([
  ["no cached data", undefined, oldRecord],
  ["an earlier version", oldRecord, newRecord],
  ["the same version", newRecord, { ...newRecord, notes: 1 }],
  ["another record", newRecord, { ...oldRecord, id: "b" }],
  ["data without a version", { items: [] }, { items: [1] }],
])("replaces a cached record by the server's version: %s", (_, cached, fetched) => {
  expect(mergedData(cached, fetched)).toEqual(fetched);
});

it.each([-10 * MINUTE_MS, 0, 10 * MINUTE_MS])(
  "dates server data by its arrival in the browser if the clocks differ by %d ms",
  (clockOffset) => {
    expect(renderHydrated(new QueryClient(), dehydratedPage(clockOffset, oldRecord))?.dataUpdatedAt).toBe(Date.now());
  },
);

it.each([-10 * MINUTE_MS, 0, 10 * MINUTE_MS])(
  "keeps a browser's change that is newer than the server's data if the clocks differ by %d ms",
  (clockOffset) => {
    const client = new QueryClient();
    const first = dehydratedPage(clockOffset, { items: ["first"] });
    // Simulates a first page that arrives slowly, and a second page that arrives fast.
    vi.advanceTimersByTime(10_000);
    renderHydrated(client, first);
    const nextPage = dehydratedPage(clockOffset, { items: ["next"] });
    vi.advanceTimersByTime(500);
    expect(renderHydrated(client, nextPage)?.data).toEqual({ items: ["next"] });
    vi.advanceTimersByTime(2_000);
    client.setQueryData(queryKey, { items: ["changed"] });
    // Simulates Back, which hydrates the second page's old state again.
    vi.advanceTimersByTime(2_000);
    expect(renderHydrated(client, nextPage)?.data).toEqual({ items: ["changed"] });
  },
);

it("refetches data that the server read before a change by this browser", () => {
  const client = new QueryClient();
  const prefetchedPage = dehydratedPage(0, { items: ["old"] });
  vi.advanceTimersByTime(1_000);
  recordSuccessfulWrite(client, ["KYC"]);
  expect(renderHydrated(client, prefetchedPage)?.isInvalidated).toBe(true);
  cleanup();
  vi.advanceTimersByTime(1_000);
  expect(renderHydrated(client, dehydratedPage(0, { items: ["new"] }))?.isInvalidated).toBe(false);
});

it("refetches data that the server read before any write of this browser, even if the write invalidates no query", async () => {
  const client = makeQueryClient();
  const prefetchedPage = dehydratedPage(0, { items: ["old"] });
  vi.advanceTimersByTime(1_000);
  await client
    .getMutationCache()
    .build(client, { mutationFn: async () => "saved" })
    .execute(undefined);
  expect(renderHydrated(client, prefetchedPage)?.isInvalidated).toBe(true);
});

it.each([-10 * MINUTE_MS, 0, 10 * MINUTE_MS])(
  "refetches data that the server read before a write of this browser if scripts ran late and the clocks differ by %d ms",
  (clockOffset) => {
    const client = new QueryClient();
    const firstPage = dehydratedPage(clockOffset, { items: ["first"] });
    vi.advanceTimersByTime(100);
    const responseEnd = performance.now();
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ responseEnd } as PerformanceNavigationTiming]);
    vi.advanceTimersByTime(3_000);
    expect(renderHydrated(client, firstPage, true)?.isInvalidated).toBe(false);
    client.clear();
    const prefetchedPage = dehydratedPage(clockOffset, { items: ["old"] });
    vi.advanceTimersByTime(1_000);
    recordSuccessfulWrite(client, []);
    expect(renderHydrated(client, prefetchedPage)?.isInvalidated).toBe(true);
  },
);

it("does not add the time since the document loaded to the age of data that was fetched later", () => {
  const client = new QueryClient();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ responseEnd: 1 } as PerformanceNavigationTiming]);
  vi.advanceTimersByTime(MINUTE_MS);
  recordSuccessfulWrite(client, []);
  vi.advanceTimersByTime(1_000);
  // Hydrates a later page, as after a login without a reload.
  expect(renderHydrated(client, dehydratedPage(0, oldRecord))?.isInvalidated).toBe(false);
});

it("refetches data that was prefetched more than 5 s before its page opens", () => {
  const client = new QueryClient();
  renderHydrated(client, dehydratedPage(0, oldRecord));
  client.clear();
  const prefetchedPage = dehydratedPage(0, newRecord);
  vi.advanceTimersByTime(5_000);
  expect(renderHydrated(client, prefetchedPage)?.isInvalidated).toBe(false);
  client.clear();
  vi.advanceTimersByTime(1);
  expect(renderHydrated(client, prefetchedPage)?.isInvalidated).toBe(true);
});

const listKey = ["User", "list", { page: 0 }];
const listAnswer = (until: string) => ({ items: [], page: 0, size: 25, total: 0, totalIsCapped: false, until });
const fetchRows = vi.fn(async ({ until }: { page: number; until?: string }) => listAnswer(until ?? "now"));

/** Registers a list as being on screen, as its table does, so that a refetch keeps its rows. */
function Window({ data }: { data: ReturnType<typeof listAnswer> | undefined }) {
  const client = useQueryClient();
  useEffect(() => {
    if (data) rememberListWindow(client, data);
  }, [client, data]);
  return null;
}

function List() {
  const { data } = useQuery({ queryKey: listKey, queryFn: fetchInWindow(fetchRows, { page: 0 }), staleTime: 20_000 });
  return <Window data={data} />;
}

const openList = (client: QueryClient, state: ReturnType<typeof dehydrate>) =>
  act(async () => {
    render(
      <QueryClientProvider client={client}>
        <HydrateQueryCache state={state}>
          <List />
        </HydrateQueryCache>
      </QueryClientProvider>,
    );
  });
const calledWindows = () => fetchRows.mock.calls.map(([{ until }]) => until);

/** Returns the dehydrated page of a list. Hydrates an earlier page first, which sets the clock offset. */
function listPage(client: QueryClient) {
  fetchRows.mockClear();
  renderHydrated(client, dehydratedPage(0, oldRecord));
  const server = new QueryClient();
  server.setQueryData(listKey, listAnswer("server"));
  return dehydrate(server);
}

it("shows the newest rows of a list that was prefetched more than 5 s ago, then keeps these rows on refetches", async () => {
  const client = makeQueryClient();
  const page = listPage(client);
  vi.advanceTimersByTime(6_000);
  await openList(client, page);
  expect(calledWindows()).toEqual([undefined]);
  vi.advanceTimersByTime(30_000);
  await act(() => client.invalidateQueries({ queryKey: listKey }));
  expect(calledWindows()).toEqual([undefined, "now"]);
});

it("keeps a list's rows on screen when Back renders the server's cached page again", async () => {
  const client = makeQueryClient();
  const page = listPage(client);
  await openList(client, page);
  vi.advanceTimersByTime(30_000);
  await act(() => client.invalidateQueries({ queryKey: listKey }));
  expect(calledWindows()).toEqual(["server"]);
  cleanup();
  vi.advanceTimersByTime(30_000);
  await openList(client, page);
  expect(calledWindows()).toEqual(["server", "server"]);
});
