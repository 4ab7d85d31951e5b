import { dehydrate, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Hydrated } from "./hydrated";

const queryKey = ["KYC", "single", "a"];
const before = { id: "a", version: 1, assignee: null };
const after = { id: "a", version: 2, assignee: "me" };

/** What the screen goes on with, when the server's clock is ten minutes ahead of the browser's. */
function merged(kept: object | undefined, read: object): unknown {
  const server = new QueryClient();
  server.setQueryData(queryKey, read, { updatedAt: Date.now() + 600_000 });
  const client = new QueryClient();
  client.setQueryData(queryKey, kept);
  render(
    <QueryClientProvider client={client}>
      <Hydrated state={dehydrate(server)}>{null}</Hydrated>
    </QueryClientProvider>,
  );
  return client.getQueryData(queryKey);
}

afterEach(cleanup);

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
