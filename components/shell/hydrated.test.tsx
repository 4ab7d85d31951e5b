import { dehydrate, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Hydrated } from "./hydrated";

const queryKey = ["KYC", "single", "a"];
const before = { id: "a", version: 1, assignee: null };
const after = { id: "a", version: 2, assignee: "me" };
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Returns the state of a page read by a server whose clock differs by `apart` ms. */
function pageRead(apart: number, data: object) {
  const now = Date.now();
  vi.setSystemTime(now + apart);
  const server = new QueryClient();
  server.setQueryData(queryKey, data);
  const state = dehydrate(server);
  vi.setSystemTime(now);
  return state;
}

function show(client: QueryClient, state: ReturnType<typeof pageRead>) {
  render(
    <QueryClientProvider client={client}>
      <Hydrated state={state}>{null}</Hydrated>
    </QueryClientProvider>,
  );
  return client.getQueryState(queryKey);
}

/** Returns the cached data after hydration, for an entry cached a second before. */
function merged(kept: object | undefined, read: object): unknown {
  const client = new QueryClient();
  client.setQueryData(queryKey, kept, { updatedAt: Date.now() - 1_000 });
  return show(client, pageRead(0, read))?.data;
}

it("does not replace a record with an earlier version from the server", () => {
  expect(merged(after, before)).toEqual(after);
});

it.each([
  ["nothing", undefined, before],
  ["an earlier version", before, after],
  ["the same version", after, { ...after, notes: 1 }],
  ["another record", after, { ...before, id: "b" }],
  ["what has no version", { items: [] }, { items: [1] }],
])("replaces in the cache: %s", (_, kept, read) => {
  expect(merged(kept, read)).toEqual(read);
});

it.each([-10 * MINUTE, 0, 10 * MINUTE])("dates data by its arrival with clocks %d ms apart", (apart) => {
  expect(show(new QueryClient(), pageRead(apart, before))?.dataUpdatedAt).toBe(Date.now());
});

it.each([-10 * MINUTE, 0, 10 * MINUTE])(
  "keeps a change made after the server read the page, with clocks %d ms apart",
  (apart) => {
    const client = new QueryClient();
    const first = pageRead(apart, { items: ["first"] });
    // The first page arrives slowly, the second one quickly.
    vi.advanceTimersByTime(10_000);
    show(client, first);
    const next = pageRead(apart, { items: ["next"] });
    vi.advanceTimersByTime(500);
    expect(show(client, next)?.data).toEqual({ items: ["next"] });
    vi.advanceTimersByTime(2_000);
    client.setQueryData(queryKey, { items: ["changed"] });
    // Going back hydrates the page's old state again.
    vi.advanceTimersByTime(2_000);
    expect(show(client, next)?.data).toEqual({ items: ["changed"] });
  },
);
