import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Connectivity } from "./connectivity";

let path = "/dashboard";
vi.mock("next/navigation", () => ({ usePathname: () => path }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it.each([
  ["/dashboard", true],
  ["/dashboard/event-management/events/1", true],
  ["/dashboard/event-management/events/1/check-in", false],
  ["/dashboard/event-management/events/1/check-in/more", true],
])("without a network %s is covered: %s", (at, covered) => {
  path = at;
  render(<Connectivity />);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(document.querySelector("[data-offline-overlay]") !== null).toBe(covered);
});
