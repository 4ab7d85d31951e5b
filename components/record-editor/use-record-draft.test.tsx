import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { makeQueryClient } from "@/lib/client/query-client";
import { stubRecordApi } from "./record-testing";
import { useRecordDraft } from "./use-record-draft";

type TestRecord = { id: string; version: number; organiser: string; venue: string };
const TEST_RECORD: TestRecord = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c19",
  version: 3,
  organiser: "",
  venue: "Cultural Centre",
};
const draftFrom = ({ organiser, venue }: TestRecord) => ({ organiser, venue });
const conflictError = (current: TestRecord) => new ApiError("http", { status: 409, message: "It changed.", current });

type SaveRecord = (organiser: string, version: number) => Promise<TestRecord>;
const useTestDraft = (record: TestRecord, save: SaveRecord) =>
  useRecordDraft({
    record,
    name: `show:${record.id}`,
    draftFrom,
    check: (draft) => ({ values: draft }),
    save: ({ organiser }, { version }) => save(organiser, version),
  });
/** Runs the hook as a page does. `rerender` simulates a refetch. */
function renderTestDraft(save: SaveRecord) {
  stubRecordApi("Events", TEST_RECORD);
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(({ record }) => useTestDraft(record, save), { wrapper, initialProps: { record: TEST_RECORD } });
}

it.each([null, {}, "a text"])("rejects a save response of %j, keeps the form and shows an error", async (data) => {
  const { result } = renderTestDraft(async () => data as unknown as TestRecord);
  act(() => result.current.change({ organiser: "Boat club" }));
  await act(() => result.current.save());
  await waitFor(() => expect(result.current.failure).toMatch(/^The service returned an unreadable response\./));
  expect(result.current).toMatchObject({ dirty: true, draft: { organiser: "Boat club", venue: "Cultural Centre" } });
});

it("closes a form's edit conflict once the admin has undone the typed changes", async () => {
  const theirs = { ...TEST_RECORD, venue: "Marina", version: 4 };
  const { result, rerender } = renderTestDraft(() => Promise.reject(conflictError(theirs)));
  act(() => result.current.change({ organiser: "Boat club" }));
  await act(() => result.current.save());
  await waitFor(() => expect(result.current.theirs?.venue).toBe("Marina"));
  rerender({ record: theirs });
  expect(result.current.draft).toMatchObject({ organiser: "Boat club", venue: "Cultural Centre" });
  act(() => result.current.change({ organiser: "" }));
  expect(result.current.draft.venue).toBe("Marina");
  expect(result.current.theirs).toBeNull();
});

it("shows in a second edit conflict only the changes since the first, and then overwrites the newest version", async () => {
  const versions = [4, 5].map((version) => ({ ...TEST_RECORD, venue: `Pier ${version}`, version }));
  const save = vi.fn((organiser: string, version: number) => {
    const newer = versions.find((each) => each.version > version);
    return newer ? Promise.reject(conflictError(newer)) : Promise.resolve({ ...TEST_RECORD, organiser, version: 6 });
  });
  const { result } = renderTestDraft(save);
  act(() => result.current.change({ organiser: "Boat club" }));
  await act(() => result.current.save());
  expect(result.current).toMatchObject({ theirs: { venue: "Pier 4" }, before: { venue: "Cultural Centre" } });
  await act(async () => result.current.overwriteTheirs());
  expect(result.current).toMatchObject({ theirs: { venue: "Pier 5" }, before: { venue: "Pier 4" } });
  await act(async () => result.current.overwriteTheirs());
  expect(result.current).toMatchObject({ theirs: null, dirty: false, draft: { organiser: "Boat club" } });
  expect(save.mock.calls).toEqual([3, 4, 5].map((version) => ["Boat club", version]));
});
