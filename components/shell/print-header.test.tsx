import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PrintHeader } from "./print-header";

const ADMIN = { first_name: "Ada", last_name: 'O"Neil\\', email: "ada@example.org" };

const headerText = (container: HTMLElement) => container.querySelector("[data-paper]")?.getAttribute("data-paper");

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-27T13:30:00Z") }));
afterEach(() => {
  vi.useRealTimers();
  document.adoptedStyleSheets = [];
});

it("prints the admin's name and the time of printing in Lagos time", () => {
  const { container } = render(<PrintHeader admin={ADMIN} />);
  expect(headerText(container)).toContain('Printed by Ada O"Neil\\ (ada@example.org) on 27/11/2026 14:30, Lagos time');
  vi.setSystemTime(new Date("2026-11-27T23:05:00Z"));
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(headerText(container)).toContain("on 28/11/2026 00:05, Lagos time");
});

it("prints the footer at the bottom of each page, with the admin's name escaped as a CSS string", () => {
  const replaceSync = vi.spyOn(CSSStyleSheet.prototype, "replaceSync");
  const { unmount } = render(<PrintHeader admin={ADMIN} />);
  expect(document.adoptedStyleSheets).toHaveLength(1);
  expect(replaceSync.mock.calls[0]?.[0]).toContain(
    '"Printed by Ada O\\22 Neil\\5c  (ada@example.org) on 27/11/2026 14:30, Lagos time"',
  );
  unmount();
  expect(document.adoptedStyleSheets).toHaveLength(0);
});
