import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { InitialListQueryStringContext } from "@/lib/client/list-start";
import { permittedModules } from "@/lib/client/navigation";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import type { FeatureAccess } from "@/lib/contract/access";
import { MODULES } from "@/lib/modules";
import { Sidebar } from "./sidebar";

const currentPath = { now: "/dashboard" };
setNavigationHooks({ usePathname: () => currentPath.now });

const accessTo = (name: string, canRead = true): FeatureAccess => ({
  name,
  access: { read: canRead, create: false, update: false, delete: false, approve: false, export: false },
});
const ALL_RIGHTS = [accessTo("KYC Management"), accessTo("system logs")];

const renderSidebar = (mode: "expanded" | "collapsed", rights = ALL_RIGHTS) =>
  render(<Sidebar modules={permittedModules(rights)} mode={mode} onToggle={() => {}} />);
const linkHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

beforeEach(() => {
  currentPath.now = "/dashboard";
});
test("shows Dashboard and only permitted modules in the sidebar", () => {
  renderSidebar("expanded", [accessTo("KYC Management"), accessTo("System Logs", false)]);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Dashboard", "KYC Management"]);
});

test("shows all modules in their order, and the sub-links of content and app configuration by the names of the specification", () => {
  const { container } = renderSidebar(
    "expanded",
    MODULES.map(({ name }) => accessTo(name)),
  );
  const entries = container.querySelectorAll("nav > ul > li > :first-child");
  expect(Array.from(entries, ({ textContent }) => textContent)).toEqual(MODULES.map(({ name }) => name));
  for (const [group, subLinks] of [
    ["Content Management", ["Announcements", "Sliders", "Cultures"]],
    [
      "App Configurations",
      ["Faq", "Terms & Conditions", "Privacy Policy", "Language Configuration", "Emergency Numbers", "Notifications"],
    ],
  ] as const) {
    const button = screen.getByRole("button", { name: group });
    fireEvent.click(button);
    const links = within(button.closest("li") as HTMLElement).getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual(subLinks);
  }
});

test("marks the sidebar entry of the current path", () => {
  currentPath.now = "/dashboard/kyc-management/42";
  renderSidebar("expanded");
  expect(screen.getByRole("link", { name: "KYC Management" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Dashboard" }).hasAttribute("aria-current")).toBe(false);
});

test("opens a list from the sidebar with the module's filters, unless the admin has a default view of the list", () => {
  const sidebar = <Sidebar modules={permittedModules(ALL_RIGHTS)} mode="expanded" onToggle={() => {}} />;
  const { unmount } = render(sidebar);
  expect(linkHref("KYC Management")).toBe("/dashboard/kyc-management?state=pending,in_review");
  unmount();
  render(
    <InitialListQueryStringContext value={(list) => (list === "kyc" ? "late=true" : "")}>
      {sidebar}
    </InitialListQueryStringContext>,
  );
  expect(linkHref("KYC Management")).toBe("/dashboard/kyc-management");
});

test("opens and closes a group of sidebar links while the sidebar is expanded", () => {
  renderSidebar("expanded");
  const group = screen.getByRole("button", { name: "System Logs" });
  expect(group.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("link", { name: "Audit Trail" })).toBeNull();
  fireEvent.click(group);
  expect(linkHref("Audit Trail")).toBe("/dashboard/system-logs/audit-trails");
  fireEvent.click(group);
  expect(screen.queryByRole("link", { name: "Audit Trail" })).toBeNull();
});

test("opens the group of sidebar links that contains the current page", () => {
  currentPath.now = "/dashboard/system-logs/audit-trails";
  renderSidebar("expanded");
  expect(screen.getByRole("link", { name: "Audit Trail" }).getAttribute("aria-current")).toBe("page");
});

test("shows a sidebar group as a link to its first page when collapsed, with its name in a tooltip after 300 ms", () => {
  vi.useFakeTimers();
  const { container } = renderSidebar("collapsed");
  expect(linkHref("System Logs")).toBe("/dashboard/system-logs/user-activities");
  const tooltipCount = () => container.querySelectorAll('[aria-hidden="true"].fixed').length;
  fireEvent.focus(screen.getByRole("link", { name: "System Logs" }));
  act(() => void vi.advanceTimersByTime(299));
  expect(tooltipCount()).toBe(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(tooltipCount()).toBe(1);
  fireEvent.keyDown(document, { key: "Escape" });
  expect(tooltipCount()).toBe(0);
  vi.useRealTimers();
});
