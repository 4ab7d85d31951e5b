import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { toast } from "@/lib/client/toast";
import { OfflineOverlay } from "./connectivity";

let currentPath = "/dashboard";
setNavigationHooks({ usePathname: () => currentPath });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  ["/dashboard", true],
  ["/dashboard/event-management/events/1", true],
  ["/dashboard/event-management/events/1/check-in", false],
  ["/dashboard/event-management/events/1/check-in/more", true],
])("while offline, covers the page %s with an overlay: %s", (pagePath, isCovered) => {
  currentPath = pagePath;
  render(<OfflineOverlay />);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(document.querySelector("[data-offline-overlay]") !== null).toBe(isCovered);
});

it('removes the offline overlay from the check-in page, and shows "back online" only once the network is back', () => {
  const toastSuccess = vi.spyOn(toast, "success");
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  currentPath = "/dashboard/event-management/events/1";
  const { rerender } = render(<OfflineOverlay />);
  currentPath += "/check-in";
  rerender(<OfflineOverlay />);
  expect(document.querySelector("[data-offline-overlay]")).toBeNull();
  expect(toastSuccess).not.toHaveBeenCalled();
  currentPath = "/dashboard";
  rerender(<OfflineOverlay />);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(toastSuccess).toHaveBeenCalledWith("You are back online");
});
