import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EntryRow } from "@/lib/contract/entries";
import { useNextChange } from "./use-next-change";

const NOW = Date.parse("2026-11-23T09:00:00.000Z");
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
type Times = Pick<EntryRow, "state" | "from" | "until" | "next_from">;
const SCHEDULED: Times = { state: "scheduled", from: inSeconds(10), until: null, next_from: null };
const LIVE: Times = { ...SCHEDULED, state: "published" };

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Records the times of refetches, in seconds from the start. */
function watching(first: readonly Times[]) {
  const reads: number[] = [];
  const read = () => void reads.push(Math.round((Date.now() - NOW) / 100) / 10);
  const { rerender } = renderHook(({ entries }) => useNextChange(entries, read), { initialProps: { entries: first } });
  return {
    reads,
    show: (entries: readonly Times[]) => rerender({ entries }),
    goTo: (seconds: number) => act(() => vi.advanceTimersByTime(NOW + seconds * 1_000 - Date.now())),
  };
}

it("refetches until the state has changed, as the browser's clock may be ahead of the server's", () => {
  const { reads, show, goTo } = watching([SCHEDULED]);
  goTo(12);
  expect(reads).toEqual([11.5]);
  // The response is the same data in another object.
  show([{ ...SCHEDULED }]);
  goTo(16);
  expect(reads).toEqual([11.5, 15]);
  show([LIVE]);
  goTo(1_000);
  expect(reads).toEqual([11.5, 15]);
});

it("gives up after a minute, and continues with the next change", () => {
  const { reads, goTo } = watching([SCHEDULED, { ...LIVE, from: inSeconds(-900), until: inSeconds(300) }]);
  goTo(200);
  expect(reads).toEqual([11.5, 15, 25, 70]);
  goTo(310);
  expect(reads).toEqual([11.5, 15, 25, 70, 301.5, 305]);
});
