import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { navigateBy } from "@/lib/client/testing-navigation";
import { CommandPalette } from "./command-palette";

const push = vi.fn();
navigateBy({ useRouter: () => ({ push }) });
const nothing = vi.fn();

const noRights = { create: false, update: false, delete: false, approve: false, export: false };
const RIGHTS = [{ name: "App Configurations", access: { ...noRights, read: true } }];

/** Returns the entries found for a search text. */
async function found(typed: string, testPush?: () => void) {
  const commands = { theme: nothing, toggleSidebar: nothing, help: nothing, sessions: nothing, logout: nothing };
  render(<CommandPalette rights={RIGHTS} commands={{ ...commands, testPush }} onClose={nothing} />);
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: typed } });
  return screen.queryAllByRole("option").map(({ textContent }) => textContent);
}

it("offers a test notification only if push is configured", async () => {
  expect(await found("notification")).toEqual(["App Configurations: Notifications"]);
  cleanup();
  expect(await found("notification", nothing)).toContain("Send a test notification to my devices");
});

it("finds a view of a page by its name, and nothing of a feature without read permission", async () => {
  expect(await found("transactions")).toEqual([]);
  cleanup();
  expect(await found("searches result")).toEqual(["App Configurations: Searches without a result"]);
  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  expect(push).toHaveBeenCalledWith("/dashboard/app-config/faq?view=misses");
});
