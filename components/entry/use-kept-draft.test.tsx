import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readStoredDraft, saveStoredDraft } from "@/lib/client/stored-drafts";
import { useKeptDraft } from "./use-kept-draft";

const EMAIL = "civic@crossriverpay.example";
const NAME = "announcements:1";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

/** Simulates a tab with the record open; the stored draft is "Stored". */
function tab() {
  const hook = renderHook(
    ({ title }) =>
      useKeptDraft({
        email: EMAIL,
        name: NAME,
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
const kept = () => readStoredDraft(EMAIL, NAME)?.draft;

it("keeps another tab's stored draft when a tab closes", () => {
  const second = tab();
  const first = tab();
  first.show("Typed in the first");
  second.leave();
  expect(kept()).toEqual({ title: "Typed in the first" });
  first.show("Stored");
  expect(kept()).toBeUndefined();
});

it("keeps another tab's newer stored draft when a change is undone", () => {
  const first = tab();
  const second = tab();
  first.show("First");
  second.show("Second");
  first.show("Stored");
  expect(kept()).toEqual({ title: "Second" });
  second.show("Stored");
  expect(kept()).toBeUndefined();
});

it("removes an offered draft only after it is discarded", () => {
  saveStoredDraft(EMAIL, NAME, { at: Date.now(), version: 3, draft: { title: "Before the crash" } });
  const again = tab();
  expect(again.offer()).toEqual({ title: "Before the crash" });
  expect(kept()).toEqual({ title: "Before the crash" });
  again.settle();
  expect(again.offer()).toBeUndefined();
  expect(kept()).toBeUndefined();
});

it("does not offer a stored draft that equals the server's version", () => {
  saveStoredDraft(EMAIL, NAME, { at: Date.now(), version: 2, draft: { title: "Stored" } });
  expect(tab().offer()).toBeUndefined();
  expect(kept()).toBeUndefined();
});
