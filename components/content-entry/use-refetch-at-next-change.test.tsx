import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { useRefetchAtNextChange } from "./use-refetch-at-next-change";

const NOW = Date.parse("2026-11-23T09:00:00.000Z");
const timeAfter = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
type PublicationTimes = Pick<ContentEntryRow, "state" | "from" | "until" | "next_from">;
const SCHEDULED: PublicationTimes = { state: "scheduled", from: timeAfter(10), until: null, next_from: null };
const PUBLISHED: PublicationTimes = { ...SCHEDULED, state: "published" };

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders the hook and records the times of refetches, in seconds from the start. */
function renderWatcher(first: readonly PublicationTimes[]) {
  const refetchTimes: number[] = [];
  const refetch = () => void refetchTimes.push(Math.round((Date.now() - NOW) / 100) / 10);
  const { rerender } = renderHook(({ entries }) => useRefetchAtNextChange(entries, refetch), {
    initialProps: { entries: first },
  });
  return {
    reads: refetchTimes,
    show: (entries: readonly PublicationTimes[]) => rerender({ entries }),
    goTo: (seconds: number) => act(() => vi.advanceTimersByTime(NOW + seconds * 1_000 - Date.now())),
  };
}

it("refetches an entry repeatedly after its publication time until the state has changed, because the browser's clock may be ahead", () => {
  const { reads: refetchTimes, show, goTo } = renderWatcher([SCHEDULED]);
  goTo(12);
  expect(refetchTimes).toEqual([11.5]);
  // Simulates a refetch that returns equal data in a new object.
  show([{ ...SCHEDULED }]);
  goTo(16);
  expect(refetchTimes).toEqual([11.5, 15]);
  show([PUBLISHED]);
  goTo(1_000);
  expect(refetchTimes).toEqual([11.5, 15]);
});

it("stops refetching an entry after a minute, and starts again at the next publication time", () => {
  const { reads: refetchTimes, goTo } = renderWatcher([
    SCHEDULED,
    { ...PUBLISHED, from: timeAfter(-900), until: timeAfter(300) },
  ]);
  goTo(200);
  expect(refetchTimes).toEqual([11.5, 15, 25, 70]);
  goTo(310);
  expect(refetchTimes).toEqual([11.5, 15, 25, 70, 301.5, 305]);
});
