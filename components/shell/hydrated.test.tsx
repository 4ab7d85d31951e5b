import { dehydrate, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Hydrated } from "./hydrated";

const queryKey = ["KYC", "single", "a"];
const before = { id: "a", version: 1, assignee: null };
const after = { id: "a", version: 2, assignee: "me" };
const MINUTE = 60_000;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A page that the server read at a time of its clock. */
function pageRead(at: number, data: object) {
  vi.useFakeTimers({ now: at });
  const server = new QueryClient();
  server.setQueryData(queryKey, data);
  const state = dehydrate(server);
  vi.useRealTimers();
  return state;
}

function show(client: QueryClient, ...states: ReturnType<typeof pageRead>[]) {
  for (const state of states)
    render(
      <QueryClientProvider client={client}>
        <Hydrated state={state}>{null}</Hydrated>
      </QueryClientProvider>,
    );
  return client.getQueryState(queryKey);
}

/** What the screen goes on with, which was kept a second ago. */
function merged(kept: object | undefined, read: object): unknown {
  const client = new QueryClient();
  client.setQueryData(queryKey, kept, { updatedAt: Date.now() - 1_000 });
  return show(client, pageRead(Date.now(), read))?.data;
}

it("what the server read does not put a record back to an earlier version", () => {
  expect(merged(after, before)).toEqual(after);
});

it.each([
  ["nothing", undefined, before],
  ["an earlier version", before, after],
  ["the same version", after, { ...after, notes: 1 }],
  ["another record", after, { ...before, id: "b" }],
  ["what has no version", { items: [] }, { items: [1] }],
])("it takes the place of %s", (_, kept, read) => {
  expect(merged(kept, read)).toEqual(read);
});

it.each([-10 * MINUTE, 0, 10 * MINUTE])("a page counts as read when it came, with clocks %d ms apart", (apart) => {
  const since = Date.now();
  const came = show(new QueryClient(), pageRead(since + apart, before))?.dataUpdatedAt;
  expect(came).toBeGreaterThanOrEqual(since);
  expect(came).toBeLessThanOrEqual(Date.now());
});

it.each([-10 * MINUTE, 0, 10 * MINUTE])("one that was read before it stays older, with clocks %d ms apart", (apart) => {
  const now = Date.now();
  const first = pageRead(now + apart, { items: ["now"] });
  const earlier = pageRead(now + apart - MINUTE, { items: ["a minute ago"] });
  expect(show(new QueryClient(), first, earlier)?.data).toEqual({ items: ["now"] });
});
