import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readStoredDraft, saveStoredDraft } from "@/lib/client/stored-drafts";
import { useStoredDraft } from "./use-kept-draft";

const EMAIL = "civic@crossriverpay.example";
const DRAFT_NAME = "announcements:1";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

/** Simulates a tab in which a record is open. The stored draft is "Stored". */
function renderTab() {
  const hook = renderHook(
    ({ title }) =>
      useStoredDraft({
        email: EMAIL,
        name: DRAFT_NAME,
        now: { at: 0, version: 3, draft: { title }, base: { title: "Stored" } },
        dirty: title !== "Stored",
      }),
    { initialProps: { title: "Stored" } },
  );
  const pause = () => act(() => vi.advanceTimersByTime(1_000));
  pause();
  return {
    offer: () => hook.result.current.offer?.draft,
    settle: () => [act(() => hook.result.current.closeOffer()), pause()],
    show: (title: string) => [hook.rerender({ title }), pause()],
    leave: () => hook.unmount(),
  };
}
const readKeptDraft = () => readStoredDraft(EMAIL, DRAFT_NAME)?.draft;

it("keeps another tab's stored draft when a tab closes", () => {
  const second = renderTab();
  const first = renderTab();
  first.show("Typed in the first");
  second.leave();
  expect(readKeptDraft()).toEqual({ title: "Typed in the first" });
  first.show("Stored");
  expect(readKeptDraft()).toBeUndefined();
});

it("keeps another tab's newer stored draft when a change is undone", () => {
  const first = renderTab();
  const second = renderTab();
  first.show("First");
  second.show("Second");
  first.show("Stored");
  expect(readKeptDraft()).toEqual({ title: "Second" });
  second.show("Stored");
  expect(readKeptDraft()).toBeUndefined();
});

it("keeps a stored draft that is offered for restoring until the admin discards it", () => {
  saveStoredDraft(EMAIL, DRAFT_NAME, { at: Date.now(), version: 3, draft: { title: "Before the crash" } });
  const again = renderTab();
  expect(again.offer()).toEqual({ title: "Before the crash" });
  expect(readKeptDraft()).toEqual({ title: "Before the crash" });
  again.settle();
  expect(again.offer()).toBeUndefined();
  expect(readKeptDraft()).toBeUndefined();
});

it("does not offer a stored draft that equals the server's version", () => {
  saveStoredDraft(EMAIL, DRAFT_NAME, { at: Date.now(), version: 2, draft: { title: "Stored" } });
  expect(renderTab().offer()).toBeUndefined();
  expect(readKeptDraft()).toBeUndefined();
});
