import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import { useContentEntryDraft } from "./use-content-entry-draft";

const ENTRY_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c19";
const SIGNED_IN_ADMIN = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c01",
  name: "Civic Officer",
  email: "civic@crossriverpay.example",
};
const makeDraft = (title: string) => ({ texts: { en: { title, body: null } } });
const makeEntry = (version: number, title: string) =>
  ({ id: ENTRY_ID, kind: "terms", version, draft: makeDraft(title) }) as unknown as ContentEntryDetails;

type SentSave = { version: number; draft: ReturnType<typeof makeDraft>; answer: (status?: number) => void };
let sentSaves: SentSave[];
let storedEntry: ContentEntryDetails;

beforeEach(() => {
  sentSaves = [];
  storedEntry = makeEntry(3, "As stored");
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    const answer = (status: number, more: object) => Response.json({ status, message: "", ...more }, { status });
    if (init.method === "GET") return answer(200, { data: SIGNED_IN_ADMIN });
    const body = JSON.parse(String(init.body));
    const refusal = await new Promise<number | undefined>((resolve) => sentSaves.push({ ...body, answer: resolve }));
    if (refusal) return answer(refusal, { message: "Not now." });
    if (body.version !== storedEntry.version) return answer(409, { message: "Changed.", current: storedEntry });
    storedEntry = { ...storedEntry, version: storedEntry.version + 1, draft: body.draft };
    return answer(200, { data: storedEntry });
  });
});
/** Runs the hook as the editor does. `read` simulates a refetch. */
function renderContentEntryDraft() {
  const client = makeQueryClient();
  const { result, rerender } = renderHook(({ entry }) => useContentEntryDraft("terms", entry), {
    initialProps: { entry: storedEntry },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    now: () => result.current,
    title: () => result.current.draft.texts.en?.title,
    type: (title: string) => act(() => result.current.changeText("en", { title })),
    save: () => {
      let saved: Promise<ContentEntryDetails | null> = Promise.resolve(null);
      act(() => {
        saved = result.current.save();
      });
      return saved;
    },
    answer: (at: number, status?: number) => act(async () => sentSaves[at]?.answer(status)),
    read: (entry: ContentEntryDetails) => act(() => rerender({ entry })),
  };
}
const waitForRequests = (count: number) => waitFor(() => expect(sentSaves).toHaveLength(count));

it("runs one save of an entry's draft at a time, and does not send the same draft twice", async () => {
  const { now, type, save, answer } = renderContentEntryDraft();
  type("Typed");
  const all = [save(), save(), save()];
  await waitForRequests(1);
  await answer(0);
  expect((await Promise.all(all)).map((saved) => saved?.version)).toEqual([4, 4, 4]);
  expect(sentSaves).toHaveLength(1);
  expect(now()).toMatchObject({ theirs: null, failure: null, dirty: false });
});

it("saves changes to a draft that were made during a save once that save has ended, with the new version", async () => {
  const { now, type, save, answer, title } = renderContentEntryDraft();
  type("One");
  const first = save();
  await waitForRequests(1);
  type("One, two");
  const rest = [save(), save()];
  await answer(0);
  expect((await first)?.version).toBe(4);
  await waitForRequests(2);
  await answer(1);
  expect((await Promise.all(rest)).map((saved) => saved?.version)).toEqual([5, 5]);
  expect(sentSaves.map(({ version, draft }) => [version, draft.texts.en.title])).toEqual([
    [3, "One"],
    [4, "One, two"],
  ]);
  expect(title()).toBe("One, two");
  expect(now()).toMatchObject({ theirs: null, dirty: false });
});

it("saves an entry's draft again if a change is undone during its save", async () => {
  const { now, type, save, answer, title } = renderContentEntryDraft();
  type("Typed");
  void save();
  await waitForRequests(1);
  type("As stored");
  expect(now().dirty).toBe(false);
  const again = save();
  await answer(0);
  await waitForRequests(2);
  await answer(1);
  expect((await again)?.draft).toEqual(makeDraft("As stored"));
  expect(title()).toBe("As stored");
});

it("after a failed save of a draft, drops the queued saves but sends later ones", async () => {
  const { now, type, save, answer } = renderContentEntryDraft();
  type("Typed");
  const all = [save(), save()];
  await waitForRequests(1);
  await answer(0, 400);
  expect(await Promise.all(all)).toEqual([null, null]);
  expect(now().failure).toBe("Not now.");
  const again = save();
  await waitForRequests(2);
  await answer(1);
  expect((await again)?.version).toBe(4);
});

it("shows an entry's version fetched during typing once the typed text is undone", async () => {
  const { now, type, save, read, title } = renderContentEntryDraft();
  type("As stored!");
  const theirs = makeEntry(4, "Theirs");
  read(theirs);
  expect(title()).toBe("As stored!");
  type("As stored");
  expect(title()).toBe("Theirs");
  expect(now().dirty).toBe(false);
  // Publishing calls `save` first and uses the version that it returns.
  expect(await save()).toBe(theirs);
  expect(sentSaves).toHaveLength(0);
});
