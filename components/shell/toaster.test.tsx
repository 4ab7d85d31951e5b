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
