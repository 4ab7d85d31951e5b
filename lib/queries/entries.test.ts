import { type MutationOptions, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { calendarQuery, linkCheckQuery } from "./content";
import { entryQuery, publishEntryMutation, saveEntryMutation } from "./entries";

const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const entryOf = (version: number) => ({ id: ID, version });
/** Pending reads by path; `answer` completes one. */
let open: { path: string; answer: (data: unknown) => void }[];
let written: { status: number; data?: unknown; current?: unknown };
let client: ReturnType<typeof makeQueryClient>;

beforeEach(() => {
  open = [];
  client = makeQueryClient();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = (status: number, more: object) => Response.json({ status, message: "No.", ...more }, { status });
    // The check of a link is a read, although it is sent as a POST.
    if (init.method !== "GET" && !url.endsWith("/links/check")) return answer(written.status, written);
    const data = await new Promise((resolve) => open.push({ path: url.split("?")[0] ?? "", answer: resolve }));
    return answer(200, { data });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const shown = () => client.getQueryData(entryQuery("announcements", ID).queryKey);
const reads = () => open.map(({ path }) => path.split("/content/")[1]);

/** Shows the entry, its link check and the calendar, and waits until all are loaded. */
async function onScreen() {
  for (const query of [entryQuery("announcements", ID), calendarQuery("2026-11-01", "2026-11-30"), linkCheckQuery("x")])
    new QueryObserver(client, query as object as ReturnType<typeof linkCheckQuery>).subscribe(() => {});
  await expect.poll(() => open).toHaveLength(3);
  for (const read of open) read.answer(read.path.includes(ID) ? entryOf(3) : {});
  await expect.poll(() => client.isFetching()).toBe(0);
  open = [];
}
const run = (mutation: unknown) =>
  client
    .getMutationCache()
    .build(client, mutation as MutationOptions<unknown, Error, unknown>)
    .execute({ entryId: ID, version: 3 });

it.each([
  ["save", saveEntryMutation],
  ["publication", publishEntryMutation],
])("a %s caches its own response and refetches only the calendar", async (_name, mutation) => {
  await onScreen();
  written = { status: 200, data: entryOf(4) };
  await run(mutation("announcements"));
  expect(shown()).toEqual(entryOf(4));
  await expect.poll(() => reads()).toEqual(["calendar"]);
  open[0]?.answer({});
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(shown()).toEqual(entryOf(4));
});

it("a conflict caches the newer version and refetches only the calendar", async () => {
  await onScreen();
  written = { status: 409, current: entryOf(7) };
  await expect(run(saveEntryMutation("announcements"))).rejects.toThrow("No.");
  expect(shown()).toEqual(entryOf(7));
  await expect.poll(() => reads()).toEqual(["calendar"]);
});

it("another refusal refetches the entry too, but not the link check", async () => {
  await onScreen();
  written = { status: 409 };
  await expect(run(publishEntryMutation("announcements"))).rejects.toThrow("No.");
  await expect.poll(() => reads().sort()).toEqual(["calendar", `entries/announcements/${ID}`]);
});
