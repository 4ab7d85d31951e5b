import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ListResponse } from "@/lib/contract/common";
import { NewerRowsButton } from "./newer-rows";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function renderNewerRows(newerCount: number, queryState: object = {}) {
  const client = makeQueryClient();
  const data: ListResponse<unknown> = {
    items: [],
    page: 0,
    size: 20,
    total: 40,
    totalIsCapped: false,
    until: "2026-11-28T10:00:00.000Z",
    newer: newerCount,
  };
  const query = { data, isError: false, isFetching: false, isPlaceholderData: false, error: null, refetch: vi.fn() };
  const onShow = vi.fn();
  const element = (now: object) => (
    <QueryClientProvider client={client}>
      <NewerRowsButton query={{ ...query, ...now }} data={data} onShow={onShow} />
    </QueryClientProvider>
  );
  const { rerender } = render(element(queryState));
  return { query, onShow, again: (now: object) => rerender(element(now)) };
}
const newerRowsButton = () => screen.queryByRole("button");
const NEW_ROWS_TEXT = "New rows have arrived. The button above the rows shows them.";

test.each([
  [1, "1 new"],
  [3, "3 new"],
  [99, "99 new"],
  [100, "99+ new"],
])("offers %i newer rows as “%s” and announces them once", (newerCount, text) => {
  renderNewerRows(newerCount);
  expect(screen.getByRole("button", { name: `Show ${text}` })).toBeTruthy();
  expect(screen.getByText(NEW_ROWS_TEXT).getAttribute("aria-live")).toBe("polite");
});

test("shows no button for newer rows if no row is newer, or while the next page loads", () => {
  renderNewerRows(0);
  expect(newerRowsButton()).toBeNull();
  expect(screen.queryByText(NEW_ROWS_TEXT)).toBeNull();
  renderNewerRows(3, { isPlaceholderData: true });
  expect(newerRowsButton()).toBeNull();
});

test("opens the list's first page on click, and shows the button for newer rows again if the request fails", () => {
  const { onShow, again: rerenderWith } = renderNewerRows(3);
  fireEvent.click(screen.getByRole("button"));
  expect(onShow).toHaveBeenCalledTimes(1);
  expect(newerRowsButton()).toBeNull();
  rerenderWith({ isError: true });
  expect(screen.getByRole("button", { name: "Show 3 new" })).toBeTruthy();
});

test("refetches newer rows every 30 s, but not in a hidden tab", () => {
  const { query } = renderNewerRows(0);
  act(() => void vi.advanceTimersByTime(61_000));
  expect(query.refetch).toHaveBeenCalledTimes(2);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void vi.advanceTimersByTime(61_000));
  expect(query.refetch).toHaveBeenCalledTimes(2);
  visibility.mockRestore();
});
