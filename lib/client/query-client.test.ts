import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { ApiError } from "./api-error";
import { gcTimeOf, makeQueryClient } from "./query-client";

it.each([
  [409, 2],
  [400, 1],
])("refetches invalidated queries after a %i error only if it is a conflict: %i fetches", async (status, times) => {
  const client = makeQueryClient();
  const readKyc = vi.fn(async () => "row");
  const readUsers = vi.fn(async () => "row");
  for (const [group, queryFn] of [["KYC", readKyc] as const, ["User", readUsers] as const])
    new QueryObserver(client, { queryKey: [group, "list"], queryFn }).subscribe(() => {});
  const change = client.getMutationCache().build(client, {
    mutationFn: async () => {
      throw new ApiError("http", { status, message: "No." });
    },
    meta: { invalidates: ["KYC"], quiet: true },
  });
  await expect.poll(() => readUsers).toHaveBeenCalled();
  await expect(change.execute(undefined)).rejects.toThrow("No.");
  expect(readKyc).toHaveBeenCalledTimes(times);
  expect(readUsers).toHaveBeenCalledTimes(1);
  client.clear();
});

it("starts no timers to remove unused query data on the server", () => {
  vi.useFakeTimers();
  try {
    const client = makeQueryClient();
    client.setQueryData(["KYC", "list"], []);
    client.getQueryCache().build(client, { queryKey: ["AppConfig", "texts"], gcTime: gcTimeOf(30 * 60_000) });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
