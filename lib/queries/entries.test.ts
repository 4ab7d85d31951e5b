import { type MutationOptions, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { calendarQuery, linkCheckQuery } from "./content";
import { entryQuery, publishEntryMutation, saveEntryMutation } from "./entries";

const ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const entryOf = (version: number) => ({ id: ID, version });
/** Reads that stand open, by their path, until one of these is called. */
let open: { path: string; answer: (data: unknown) => void }[];
let written: { status: number; data?: unknown; current?: unknown };
let client: ReturnType<typeof makeQueryClient>;

beforeEach(() => {
  open = [];
  client = makeQueryClient();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = (status: number, more: object) => Response.json({ status, message: "No.", ...more }, { status });
    // The check of a link is a question, though it is sent as a POST.
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

/** The entry, its link's check and the calendar are on screen and were read. */
async function onScreen() {
  for (const query of [entryQuery("announcements", ID), calendarQuery("2026-11-01", "2026-11-30"), linkCheckQuery("x")])
    new QueryObserver(client, query as object as ReturnType<typeof linkCheckQuery>).subscribe(() => {});
  await vi.waitFor(() => expect(open).toHaveLength(3));
  for (const read of open) read.answer(read.path.includes(ID) ? entryOf(3) : {});
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
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
])("a %s waits for no other read, asks for no link again, and its answer stays", async (_name, mutation) => {
  await onScreen();
  written = { status: 200, data: entryOf(4) };
  await run(mutation("announcements"));
  expect(shown()).toEqual(entryOf(4));
  await vi.waitFor(() => expect(reads()).toEqual(["calendar"]));
  open[0]?.answer({});
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(shown()).toEqual(entryOf(4));
});

it("a conflict brings the newer version on screen, and reads the rest again", async () => {
  await onScreen();
  written = { status: 409, current: entryOf(7) };
  await expect(run(saveEntryMutation("announcements"))).rejects.toThrow("No.");
  expect(shown()).toEqual(entryOf(7));
  await vi.waitFor(() => expect(reads()).toEqual(["calendar"]));
});

it("a refusal because of something else reads the entry as well, but no link", async () => {
  await onScreen();
  written = { status: 409 };
  await expect(run(publishEntryMutation("announcements"))).rejects.toThrow("No.");
  await vi.waitFor(() => expect(reads().sort()).toEqual(["calendar", `entries/announcements/${ID}`]));
});
