import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { toast } from "@/lib/client/toast";
import { Toaster } from "./toaster";

beforeEach(() => {
  vi.useFakeTimers();
  setNavigationHooks({ usePathname: () => "/dashboard" });
  render(<Toaster />);
});
afterEach(() => {
  act(() => vi.advanceTimersByTime(20_000));
  cleanup();
  vi.useRealTimers();
});
const showToast = (show: () => unknown) => act(() => void show());

test("shows two equal toasts as one and restarts its display time", () => {
  showToast(() => toast.error("Only ₦59,000.00 is left to refund."));
  act(() => vi.advanceTimersByTime(3_000));
  showToast(() => toast.error("Only ₦59,000.00 is left to refund."));
  expect(screen.getAllByText(/left to refund/)).toHaveLength(1);
  act(() => vi.advanceTimersByTime(3_000));
  expect(screen.getByText(/left to refund/)).toBeTruthy();
  act(() => vi.advanceTimersByTime(1_500));
  act(() => vi.advanceTimersByTime(500));
  expect(screen.queryByText(/left to refund/)).toBeNull();
});

test("shows two toasts if their text or kind differs", () => {
  showToast(() => toast.error("Saved."));
  showToast(() => toast.success("Saved."));
  showToast(() => toast.success("Sent."));
  expect(screen.getAllByText("Saved.")).toHaveLength(2);
  expect(screen.getByText("Sent.")).toBeTruthy();
});

test("replaces the text of a toast with the same id", () => {
  showToast(() => toast("This is the last one.", { id: "next" }));
  showToast(() => toast("The line is down.", { id: "next" }));
  expect(screen.queryByText("This is the last one.")).toBeNull();
  expect(screen.getByText("The line is down.")).toBeTruthy();
});

test("shows the newest 8 toasts on the dashboard, and 3 outside of it", () => {
  const visibleCount = () => screen.queryAllByText(/^Toast \d+$/).length;
  for (let n = 1; n <= 9; n++) showToast(() => toast(`Toast ${n}`));
  expect(visibleCount()).toBe(8);
  expect(screen.getByText("Toast 9")).toBeTruthy();
  expect(screen.queryByText("Toast 1")).toBeNull();
  cleanup();
  setNavigationHooks({ usePathname: () => "/auth/login" });
  render(<Toaster />);
  expect(visibleCount()).toBe(3);
});

test("shows a toast for 4 s outside the dashboard, and an error without a duration until it is dismissed", () => {
  cleanup();
  setNavigationHooks({ usePathname: () => "/auth/login" });
  render(<Toaster />);
  showToast(() => toast.success("You are back online"));
  showToast(() => toast.error("No internet connection.", { id: "offline", duration: Number.POSITIVE_INFINITY }));
  act(() => vi.advanceTimersByTime(3_999));
  expect(screen.getByText("You are back online")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  act(() => vi.advanceTimersByTime(150));
  expect(screen.queryByText("You are back online")).toBeNull();
  act(() => vi.advanceTimersByTime(600_000));
  expect(screen.getByText("No internet connection.")).toBeTruthy();
  showToast(() => toast.dismiss("offline"));
});
