import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { ApiError } from "./api-error";
import { keptFor, makeQueryClient } from "./query-client";

it.each([
  [409, 2],
  [400, 1],
])("after a refusal with %i what a change is about was read %i times", async (status, times) => {
  const client = makeQueryClient();
  const read = vi.fn(async () => "row");
  const other = vi.fn(async () => "row");
  for (const [group, queryFn] of [["KYC", read] as const, ["User", other] as const])
    new QueryObserver(client, { queryKey: [group, "list"], queryFn }).subscribe(() => {});
  const change = client.getMutationCache().build(client, {
    mutationFn: async () => {
      throw new ApiError("http", { status, message: "No." });
    },
    meta: { invalidates: ["KYC"], quiet: true },
  });
  await vi.waitFor(() => expect(other).toHaveBeenCalled());
  await expect(change.execute(undefined)).rejects.toThrow("No.");
  expect(read).toHaveBeenCalledTimes(times);
  expect(other).toHaveBeenCalledTimes(1);
  client.clear();
});

it("on the server no clock holds on to what a page has read", () => {
  vi.useFakeTimers();
  try {
    const client = makeQueryClient();
    client.setQueryData(["KYC", "list"], []);
    client.getQueryCache().build(client, { queryKey: ["AppConfig", "texts"], gcTime: keptFor(30 * 60_000) });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
