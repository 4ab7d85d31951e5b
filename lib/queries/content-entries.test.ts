import { type MutationOptions, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { linkCheckQuery, publicationCalendarQuery } from "./content";
import { contentEntryQuery, publishContentEntryMutation, saveContentEntryMutation } from "./content-entries";

const ENTRY_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const entryOf = (version: number) => ({ id: ENTRY_ID, version });
/** Pending read requests by path; `answer` completes one. */
let openRequests: { path: string; answer: (data: unknown) => void }[];
let writeAnswer: { status: number; data?: unknown; current?: unknown };
let client: ReturnType<typeof makeQueryClient>;

beforeEach(() => {
  openRequests = [];
  client = makeQueryClient();
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const answer = (status: number, extraFields: object) =>
      Response.json({ status, message: "No.", ...extraFields }, { status });
    // Answers writes immediately. The link check counts as a read, although it is sent as a POST.
    if (init.method !== "GET" && !url.endsWith("/links/check")) return answer(writeAnswer.status, writeAnswer);
    const data = await new Promise((resolve) => openRequests.push({ path: url.split("?")[0] ?? "", answer: resolve }));
    return answer(200, { data });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const cachedEntry = () => client.getQueryData(contentEntryQuery("announcements", ENTRY_ID).queryKey);
const openPaths = () => openRequests.map(({ path }) => path.split("/content/")[1]);

/** Loads the queries of a content entry's page: the entry, its link check and the calendar. */
async function loadEntryScreen() {
  for (const query of [
    contentEntryQuery("announcements", ENTRY_ID),
    publicationCalendarQuery("2026-11-01", "2026-11-30"),
    linkCheckQuery("x"),
  ])
    new QueryObserver(client, query as object as ReturnType<typeof linkCheckQuery>).subscribe(() => {});
  await expect.poll(() => openRequests).toHaveLength(3);
  for (const openRequest of openRequests) openRequest.answer(openRequest.path.includes(ENTRY_ID) ? entryOf(3) : {});
  await expect.poll(() => client.isFetching()).toBe(0);
  openRequests = [];
}
const runMutation = (mutation: unknown) =>
  client
    .getMutationCache()
    .build(client, mutation as MutationOptions<unknown, Error, unknown>)
    .execute({ entryId: ENTRY_ID, version: 3 });

it.each([
  ["save", saveContentEntryMutation],
  ["publication", publishContentEntryMutation],
])(
  "after the %s of an entry, caches the entry in the response and refetches only the calendar",
  async (_case, mutation) => {
    await loadEntryScreen();
    writeAnswer = { status: 200, data: entryOf(4) };
    await runMutation(mutation("announcements"));
    expect(cachedEntry()).toEqual(entryOf(4));
    await expect.poll(() => openPaths()).toEqual(["calendar"]);
    openRequests[0]?.answer({});
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(cachedEntry()).toEqual(entryOf(4));
  },
);

it("after a version conflict, caches the newer content entry in the response and refetches only the calendar", async () => {
  await loadEntryScreen();
  writeAnswer = { status: 409, current: entryOf(7) };
  await expect(runMutation(saveContentEntryMutation("announcements"))).rejects.toThrow("No.");
  expect(cachedEntry()).toEqual(entryOf(7));
  await expect.poll(() => openPaths()).toEqual(["calendar"]);
});

it("after an error other than a conflict, refetches the content entry but does not check its link again", async () => {
  await loadEntryScreen();
  writeAnswer = { status: 409 };
  await expect(runMutation(publishContentEntryMutation("announcements"))).rejects.toThrow("No.");
  await expect.poll(() => openPaths().sort()).toEqual(["calendar", `entries/announcements/${ENTRY_ID}`]);
});
