import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { instantToLagosTime, lagosTimeToInstant } from "@/lib/client/parse-date";
import { describePublicationTimes, nextStateChangeTime } from "./publication-times";
import { useRefetchAtNextChange } from "./use-refetch-at-next-change";

const NOW = Date.parse("2026-11-23T09:00:00.000Z");
const DRAFT = { state: "draft" as const, from: null, until: null, next_from: null };
const FROM = "2026-11-21T13:05:00.000Z";
const UNTIL = "2026-11-23T09:00:05.000Z";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

it.each([
  [DRAFT, ""],
  [{ ...DRAFT, state: "scheduled" as const, from: FROM }, "Goes live 21 Nov 2026, 14:05"],
  [{ ...DRAFT, state: "published" as const, from: FROM }, "Live since 21 Nov 2026, 14:05"],
  [
    { state: "published" as const, from: FROM, until: UNTIL, next_from: UNTIL },
    "Live since 21 Nov 2026, 14:05, ends 23 Nov 2026, 10:00. New version from 23 Nov 2026, 10:00",
  ],
  [{ ...DRAFT, state: "expired" as const, from: FROM, until: UNTIL }, "Ended 23 Nov 2026, 10:00"],
  [{ ...DRAFT, state: "archived" as const, from: FROM }, ""],
])("describes the publication times of %o", (publication, expected) => {
  expect(describePublicationTimes(publication)).toBe(expected);
});

it("returns the next time at which an entry's state changes; null for drafts and past times", () => {
  const published = { ...DRAFT, state: "published" as const, from: FROM, until: UNTIL };
  expect(nextStateChangeTime([DRAFT, published, { ...published, until: null }], NOW)).toBe(Date.parse(UNTIL));
  expect(
    nextStateChangeTime(
      [
        { ...published, until: FROM },
        { ...published, state: "archived" },
      ],
      NOW,
    ),
  ).toBeNull();
});

function NextChangeWatcher({ read: refetch }: { read: () => void }) {
  useRefetchAtNextChange(ROWS, refetch);
  return <p>Shown</p>;
}
const ROWS = [{ ...DRAFT, state: "published" as const, from: FROM, until: UNTIL }];

it("refetches an entry after its publication time has passed, but not after the component was unmounted", () => {
  const refetch = vi.fn();
  const { unmount } = render(<NextChangeWatcher read={refetch} />);
  screen.getByText("Shown");
  vi.advanceTimersByTime(5_000);
  expect(refetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(refetch).toHaveBeenCalledTimes(1);
  unmount();
  vi.setSystemTime(NOW);
  render(<NextChangeWatcher read={refetch} />).unmount();
  vi.advanceTimersByTime(10_000);
  expect(refetch).toHaveBeenCalledTimes(1);
});

it("parses a typed time as Lagos time, whatever the browser's time zone", () => {
  expect(lagosTimeToInstant("2026-12-03T00:30")).toBe("2026-12-02T23:30:00.000Z");
  expect(instantToLagosTime("2026-12-02T23:30:00.000Z")).toBe("2026-12-03T00:30");
  for (const invalidInput of ["", "2026-12-03", "2026-13-03T00:30", "soon"])
    expect(lagosTimeToInstant(invalidInput)).toBeNull();
});
