import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ALL_RIGHTS } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import { env } from "@/lib/env";
import { MAX_QUEUED_READS_PER_CALLER } from "@/lib/server/api/concurrency-limit";
import type { HandlerContext } from "@/lib/server/api/context";

import { SEARCHED_KINDS } from "./recognise";
import { type CallModules, SEARCH_LIMIT_MS, searchRecords } from "./search-records";

const MAX_RUNNING = Math.floor(env().databasePoolSize / 2);
const NOTHING = { items: [], total: 0 };

/** Functions that resolve the list calls that were started and are pending. */
let answers: (() => void)[];
let started: number;
let isWaiting: boolean;
/** Resolves all pending list calls, and from now on each new one immediately. */
async function answerAll() {
  isWaiting = false;
  for (const answer of answers) answer();
  await vi.advanceTimersByTimeAsync(0);
}
const handler = () => {
  started++;
  return isWaiting ? new Promise((resolve) => answers.push(() => resolve(NOTHING))) : NOTHING;
};
const call = (run: () => unknown) => ({
  "~orpc": { inputSchema: { "~standard": { validate: (value: unknown) => ({ value }) } }, handler: run },
});
const modules: CallModules = Object.fromEntries(
  Object.entries(routes).map(([group, calls]) => [
    group,
    Object.fromEntries(Object.keys(calls).map((name) => [name, call(handler)])),
  ]),
);
const search = (admin: string, { signal, lists = modules }: { signal?: AbortSignal; lists?: CallModules } = {}) =>
  searchRecords({ admin: { id: admin, rights: ALL_RIGHTS } } as HandlerContext, { q: "2026" }, lists, signal);

beforeEach(() => {
  vi.useFakeTimers();
  [answers, started, isWaiting] = [[], 0, true];
});
afterEach(async () => {
  await answerAll();
  vi.useRealTimers();
});

it("the record search reads no further kind of record once the client has disconnected", async () => {
  const client = new AbortController();
  const searching = search("a", { signal: client.signal });
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toBe(MAX_RUNNING);
  client.abort();
  expect(await searching).toEqual({ kinds: [], slow: [] });
  await answerAll();
  expect(started).toBe(MAX_RUNNING);
});

it("the record search responds in time although all kinds of records are slow, and starts no further kind afterwards", async () => {
  const searching = search("a").catch(({ status }) => status);
  await vi.advanceTimersByTimeAsync(SEARCH_LIMIT_MS);
  expect(await searching).toBe(503);
  await answerAll();
  expect(started).toBe(MAX_RUNNING);
});

it("the record search lists kinds of records that were not read in time as slow, including those that could not start", async () => {
  const lists = { ...modules, user: { ...modules.user, list: call(() => NOTHING) } };
  const searching = search("a", { lists });
  await vi.advanceTimersByTimeAsync(SEARCH_LIMIT_MS);
  const { kinds, slow } = await searching;
  expect(kinds).toEqual([]);
  expect(slow).toHaveLength(SEARCHED_KINDS.length - 1);
  expect(slow).not.toContain("users");
});

it("the record search lists kinds of records as slow if other searches of the same admin fill the queue", async () => {
  const searches = ["a", "a", "a", "b"].map((admin) => search(admin));
  await vi.advanceTimersByTimeAsync(0);
  await answerAll();
  const slow = (await Promise.all(searches)).map((answer) => answer.slow.length);
  const refused = 3 * SEARCHED_KINDS.length - MAX_RUNNING - MAX_QUEUED_READS_PER_CALLER;
  expect(refused).toBeGreaterThan(0);
  expect(slow).toEqual([0, 0, refused, 0]);
});
