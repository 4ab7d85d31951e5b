import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { CommandPalette } from "./command-palette";

const push = vi.fn();
setNavigationHooks({ useRouter: () => ({ push }) });
const [nothing, theme, onClose] = [vi.fn(), vi.fn(), vi.fn()];

beforeEach(() => void vi.clearAllMocks());

const noRights = { create: false, update: false, delete: false, approve: false, export: false };
const RIGHTS = [{ name: "App Configurations", access: { ...noRights, read: true } }];

/** Returns the entries found for a search text. */
async function found(typed: string, testPush?: () => void) {
  const commands = { theme, toggleSidebar: nothing, help: nothing, sessions: nothing, logout: nothing };
  render(<CommandPalette rights={RIGHTS} commands={{ ...commands, testPush }} onClose={onClose} />);
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: typed } });
  return screen.queryAllByRole("option").map(({ textContent }) => textContent);
}

it("offers a test notification only if push is configured", async () => {
  expect(await found("notification")).toEqual(["App Configurations: Notifications"]);
  cleanup();
  expect(await found("notification", nothing)).toContain("Send a test notification to my devices");
});

it("finds a view of a page by its name, and no pages of a feature without read permission", async () => {
  expect(await found("transactions")).toEqual([]);
  cleanup();
  expect(await found("searches result")).toEqual(["App Configurations: Searches without a result"]);
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(push).toHaveBeenCalledWith("/dashboard/app-config/faq?view=misses");
});

it("moves the selected option with the arrow keys, Home and End, and runs it with Enter", async () => {
  const options = await found("theme");
  expect(options).toEqual(["Theme: System", "Theme: Light", "Theme: Dark"]);
  const box = screen.getByRole("combobox", { name: "Search anything..." });
  const press = (key: string) => {
    fireEvent.keyDown(box, { key });
    const selected = screen.getByRole("option", { selected: true });
    expect(box.getAttribute("aria-activedescendant")).toBe(selected.id);
    return selected.textContent;
  };
  const keys = ["ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "End", "Home"];
  expect(keys.map(press)).toEqual([1, 0, 2, 0, 2, 0].map((index) => options[index]));
  press("End");
  fireEvent.keyDown(box, { key: "Enter" });
  expect(theme).toHaveBeenCalledExactlyOnceWith("dark");
  expect(onClose).toHaveBeenCalledOnce();
});

it("announces the first option after opening and after each change of the text", async () => {
  await found("");
  const box = screen.getByRole("combobox");
  const first = () => screen.getAllByRole("option")[0];
  expect(first()?.getAttribute("aria-selected")).toBe("true");
  expect(box.getAttribute("aria-activedescendant")).toBe(first()?.id);
  for (const value of ["theme", "app", "", "keyboard"]) {
    fireEvent.keyDown(box, { key: "End" });
    fireEvent.change(box, { target: { value } });
    expect(first()?.getAttribute("aria-selected")).toBe("true");
    expect(box.getAttribute("aria-activedescendant")).toBe(first()?.id);
  }
  fireEvent.change(box, { target: { value: "nothing like this" } });
  expect(box.getAttribute("aria-activedescendant")).toBe("");
});

it("groups pages and commands, and announces that nothing matches", async () => {
  await found("s");
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-labelledby"))).not.toContain(null);
  expect(screen.getByRole("group", { name: "Pages" })).toBeDefined();
  expect(screen.getByRole("group", { name: "Commands" })).toBeDefined();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "nothing like this" } });
  expect(screen.getByRole("status").textContent).toBe("Nothing matches “nothing like this”.");
  expect(screen.queryAllByRole("option")).toEqual([]);
});
