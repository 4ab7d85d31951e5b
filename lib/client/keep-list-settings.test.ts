import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "./api";
import { flushListSettings, saveListSettingsLater } from "./keep-list-settings";

const columnsHiding = (...hidden: string[]) => ({ order: [], hidden });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Spies on the requests. The first one ends when `endFirst` is called, others immediately. */
function spyOnSaves() {
  let endFirst = () => {};
  const first = new Promise<Record<string, never>>((resolve) => {
    endFirst = () => resolve({});
  });
  const save = vi.spyOn(api.savedViews, "saveSettings").mockReturnValueOnce(first).mockResolvedValue({});
  return { save, endFirst };
}

test("list settings are sent only after the earlier request has ended, so that the latest ones win", async () => {
  const { save, endFirst } = spyOnSaves();
  saveListSettingsLater({ list: "users", columns: columnsHiding("city") });
  await vi.advanceTimersByTimeAsync(1_000);
  saveListSettingsLater({ list: "users", columns: columnsHiding("city", "phone") });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save).toHaveBeenCalledTimes(1);
  endFirst();
  await vi.advanceTimersByTimeAsync(0);
  expect(save.mock.calls.at(-1)).toEqual([{ list: "users", columns: columnsHiding("city", "phone") }]);
});

test("list settings are sent after an earlier request has failed", async () => {
  const save = vi
    .spyOn(api.savedViews, "saveSettings")
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue({});
  saveListSettingsLater({ list: "users", last_search: "tier=1" });
  await vi.advanceTimersByTimeAsync(1_000);
  saveListSettingsLater({ list: "users", last_search: "tier=2" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save).toHaveBeenCalledTimes(2);
});

test("flushListSettings sends settings even while an earlier request is running", async () => {
  const { save, endFirst } = spyOnSaves();
  saveListSettingsLater({ list: "users", last_search: "tier=1" });
  await vi.advanceTimersByTimeAsync(1_000);
  saveListSettingsLater({ list: "users", last_search: "tier=2" });
  flushListSettings();
  expect(save.mock.calls.at(-1)).toEqual([{ list: "users", last_search: "tier=2" }]);
  endFirst();
});
